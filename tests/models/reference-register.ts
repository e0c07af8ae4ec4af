import { Temporal } from 'temporal-polyfill';

/** What a feed says about a name. Times in seconds since 1970. */
export interface FeedRow {
  readonly registered: number;
  readonly cancelled: number | null;
}
type Known = { registered: number | null; cancelled: number | null; freeAt: number | null };
type Names = Map<string, Known>;

const zone = 'Pacific/Auckland';
const zoned = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

/** The midnight in Auckland at the start of the day of an instant. */
export const midnight = (ms: number) => zoned(ms).startOfDay().epochMilliseconds;
export const nextMidnight = (ms: number) => zoned(ms).add({ days: 1 }).startOfDay().epochMilliseconds;

/** When clocks in Auckland next change, more than an hour after an instant. */
export function nextClockChange(ms: number): number {
  const change = zoned(ms + 3_600_000).getTimeZoneTransition('next');
  if (change === null) throw new Error(`No change of clocks is known after ${ms}.`);
  return change.epochMilliseconds;
}

function releaseMs(cancelled: number): number {
  const wall = zoned(cancelled * 1000).toPlainDateTime();
  return wall.add({ days: 90 }).toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds;
}

const nothing: Known = { registered: null, cancelled: null, freeAt: null };

/** The register as the specification describes it, for model tests: no revisions, no chunks, no transactions. */
export class ReferenceRegister {
  names: Names = new Map();
  missing = new Set<string>();
  #imports: { before: Names; after: Names; missing: Set<string> }[] = [];
  #lastJob = Number.NEGATIVE_INFINITY;

  of(name: string): Known {
    return this.names.get(name) ?? nothing;
  }

  /** The API's code for a name at an instant. */
  codeAt(name: string, now: number): string {
    const { registered, cancelled, freeAt } = this.of(name);
    if (registered === null) return '220';
    if (cancelled === null) return '200';
    return freeAt !== null && freeAt <= now ? '220' : '210';
  }

  #contradicts(name: string, { registered, cancelled }: FeedRow): boolean {
    const known = this.of(name);
    if (known.cancelled === null || registered <= known.cancelled) {
      return cancelled !== null && known.registered !== null && cancelled < known.registered;
    }
    const job = nextMidnight(releaseMs(known.cancelled));
    return registered * 1000 < (registered * 1000 === midnight(registered * 1000) ? job : job + 34_000);
  }

  /** @returns whether the import is accepted */
  import(feedRows: ReadonlyMap<string, FeedRow>, feed: { isWhole: boolean; most: number; now: number }): boolean {
    if ([...feedRows].some(([name, row]) => this.#contradicts(name, row))) return false;
    const registered = [...this.names.keys()].filter((name) => this.of(name).registered !== null);
    const absent = registered.filter((name) => feed.isWhole && !feedRows.has(name));
    const lacked = absent.filter((name) => this.codeAt(name, feed.now) !== '220');
    if (lacked.length > feed.most) return false;
    const [before, missing] = [new Map(this.names), this.missing];
    for (const name of absent) {
      if (!lacked.includes(name)) this.names.set(name, { ...this.of(name), registered: null });
      else if (missing.has(name)) this.names.set(name, nothing);
    }
    for (const [name, row] of feedRows) {
      const { cancelled, freeAt } = this.of(name);
      this.names.set(name, { ...row, freeAt: row.cancelled === cancelled ? freeAt : null });
    }
    const still = feed.isWhole
      ? lacked.filter((name) => !missing.has(name))
      : [...missing].filter((name) => !feedRows.has(name));
    this.missing = new Set(still);
    this.#imports.push({ before, after: new Map(this.names), missing });
    return true;
  }

  /** @returns whether there was an import to undo */
  undo(): boolean {
    const last = this.#imports.pop();
    for (const [name, after] of last?.after ?? []) {
      const before = last?.before.get(name);
      if (JSON.stringify(before) === JSON.stringify(after)) continue;
      const isTaken = before !== undefined && before.cancelled === this.of(name).cancelled;
      if (before === undefined) this.names.delete(name);
      else
        this.names.set(name, { ...before, freeAt: isTaken ? (this.of(name).freeAt ?? before.freeAt) : before.freeAt });
    }
    this.missing = last?.missing ?? this.missing;
    return last !== undefined;
  }

  /** @returns how many names the job releases, or undefined if one has already run that covers it */
  job(now: number, freeAt: number): number | undefined {
    if (midnight(now) <= this.#lastJob) return undefined;
    this.#lastJob = midnight(now);
    const due = [...this.names].filter(([, { registered, cancelled, freeAt: mark }]) => {
      if (registered === null || cancelled === null || mark !== null) return false;
      return releaseMs(cancelled) < midnight(now);
    });
    for (const [name, known] of due) this.names.set(name, { ...known, freeAt });
    return due.length;
  }
}
