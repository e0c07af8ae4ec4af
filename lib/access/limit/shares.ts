/** What one node of a cluster has admitted for a subject in one second, with the subject's limit per second. */
export interface SecondCount {
  readonly subject: string;
  /** The id of the window: seconds since 1970 by the clock that the nodes share; of refusals, tens of seconds. */
  readonly second: number;
  readonly count: number;
  readonly quota: number;
}

/** Such a count as the nodes exchange it. */
export interface NodeCount extends SecondCount {
  readonly node: string;
}

/** What all nodes of a cluster have admitted in the last seconds. */
export interface SharedCounts {
  readonly rows: readonly NodeCount[];
  /** The name of this node, whose rows are among them. */
  readonly node: string;
  /** How many nodes there are. */
  readonly nodes: number;
  /** The present second. */
  readonly second: number;
}

/** What a node must leave of a subject's limit per second to the others, up to a second with that id. */
export interface Withheld {
  readonly count: number;
  readonly until: number;
}

/** How many of the last seconds nodes look at: one that has just ended may not have been reported by all. */
export const sharedSeconds = 4;
/** How long a correction holds without another, in seconds from the one that was measured. */
const heldSeconds = 6;
/** A subject is corrected until all nodes together admit less than this part of its limit. */
const enough = 0.75;
/** Smaller parts of an even share are not reported: together they are less than this part of the limit. */
const unreported = 0.25;

/**
 * Divides limits per second among the nodes of a cluster. Each node admits up to the whole limit until it is known that all
 * together have admitted more in one second. From then on each gets the share that it had of that second, but at least an
 * even one. So a caller that keeps below its limit is never refused, wherever it sends its requests.
 */
export class Shares {
  #nodes = 1;
  readonly #counted = new Map<string, SecondCount>();
  #withheld = new Map<string, Withheld>();

  /** Takes what a subject has spent here so far in a second. */
  count(row: SecondCount): void {
    this.#counted.set(`${row.second} ${row.subject}`, row);
  }

  /** What the others must know of the seconds before `second`, once. */
  report(second: number): SecondCount[] {
    const rows: SecondCount[] = [];
    for (const [key, row] of this.#counted) {
      if (row.second >= second) continue;
      this.#counted.delete(key);
      if (this.mustReport(row.count, row.quota)) rows.push(row);
    }
    return rows;
  }

  /** Whether the others must know of a count. */
  mustReport(count: number, quota: number): boolean {
    return count * this.#nodes >= quota * unreported;
  }

  /** Corrects the shares. */
  correct({ rows, node, nodes, second }: SharedCounts): void {
    this.#nodes = Math.max(1, nodes);
    const before = this.#withheld;
    this.#withheld = new Map([...before].filter(([, { until }]) => until >= second));
    for (const [subject, own] of Map.groupBy(rows, (row) => row.subject)) {
      const fullest = fullestSecond(own, node);
      const isHeld = before.has(subject) && fullest.all > fullest.quota * enough;
      if (fullest.all > fullest.quota || isHeld) this.#withheld.set(subject, this.#withhold(fullest));
      else this.#withheld.delete(subject);
    }
  }

  #withhold({ second, quota, all, here }: FullestSecond): Withheld {
    const share = Math.max(Math.ceil(quota / this.#nodes), Math.floor((quota * here) / all));
    return { count: quota - Math.min(quota, share), until: second + heldSeconds };
  }

  /** What must be left to other nodes; undefined while the subject has its whole limit here. */
  withheldFrom(subject: string): Withheld | undefined {
    return this.#withheld.get(subject);
  }
}

interface FullestSecond {
  readonly second: number;
  readonly quota: number;
  /** What all nodes have admitted. */
  readonly all: number;
  /** What this one has. */
  readonly here: number;
}

/** The second in which all nodes together have admitted the most of a subject. */
function fullestSecond(rows: readonly NodeCount[], node: string): FullestSecond {
  const seconds = [...Map.groupBy(rows, (row) => row.second)].map(([second, counts]) => ({
    second,
    quota: Math.max(...counts.map(({ quota }) => quota)),
    all: sumOf(counts),
    here: sumOf(counts.filter((row) => row.node === node)),
  }));
  return seconds.reduce((one, other) => (other.all >= one.all ? other : one));
}

function sumOf(rows: readonly NodeCount[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}
