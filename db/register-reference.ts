import { Temporal } from 'temporal-polyfill';

/** What a feed says of a name; seconds since 1970. */
export interface Said {
  readonly registered: number;
  readonly cancelled: number | null;
}
type Known = { registered: number | null; cancelled: number | null; freeAt: number | null };
type Names = Map<string, Known>;

const zone = 'Pacific/Auckland';
const zoned = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(zone);

/** The midnight in Auckland that began the day of an instant. */
export const midnight = (ms: number) => zoned(ms).startOfDay().epochMilliseconds;
export const nextMidnight = (ms: number) => zoned(ms).add({ days: 1 }).startOfDay().epochMilliseconds;

function releaseMs(cancelled: number): number {
  const wall = zoned(cancelled * 1000).toPlainDateTime();
  return wall.add({ days: 90 }).toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds;
}

/** The register as the specification tells it, for the model test: no revisions, no chunks, no transactions. */
export class ReferenceRegister {
  names: Names = new Map();
  missing = new Set<string>();
  #imports: { before: Names; after: Names; missing: Set<string> }[] = [];
  #lastJob = Number.NEGATIVE_INFINITY;

  /** The API's code for a name at an instant. */
  codeAt(name: string, now: number): string {
    const known = this.names.get(name);
    if (known === undefined || known.registered === null) return '220';
    if (known.cancelled === null) return '200';
    return known.freeAt !== null && known.freeAt <= now ? '220' : '210';
  }

  contradicts(name: string, { registered, cancelled }: Said): boolean {
    const known = this.names.get(name);
    if (known === undefined) return false;
    if (known.cancelled !== null && registered > known.cancelled) {
      const job = nextMidnight(releaseMs(known.cancelled));
      return registered * 1000 < (registered * 1000 === midnight(registered * 1000) ? job : job + 34_000);
    }
    return cancelled !== null && known.registered !== null && cancelled < known.registered;
  }

  /** @returns whether the import is taken */
  import(said: ReadonlyMap<string, Said>, feed: { isWhole: boolean; most: number; now: number }): boolean {
    if ([...said].some(([name, row]) => this.contradicts(name, row))) return false;
    const standing = [...this.names].filter(([name, { registered }]) => registered !== null && !said.has(name));
    const absent = feed.isWhole ? standing.map(([name]) => name) : [];
    const kept = absent.filter((name) => this.codeAt(name, feed.now) !== '220');
    if (kept.length > feed.most) return false;
    const [before, missing] = [new Map(this.names), this.missing];
    for (const name of absent) {
      const known = this.names.get(name);
      if (known !== undefined && !kept.includes(name)) this.names.set(name, { ...known, registered: null });
      else if (missing.has(name)) this.names.set(name, { registered: null, cancelled: null, freeAt: null });
    }
    for (const [name, { registered, cancelled }] of said) {
      const known = this.names.get(name);
      const isSame = cancelled !== null && known?.cancelled === cancelled;
      this.names.set(name, { registered, cancelled, freeAt: isSame ? known.freeAt : null });
    }
    const stillMissing = feed.isWhole
      ? kept.filter((name) => !missing.has(name))
      : [...missing].filter((name) => !said.has(name));
    this.missing = new Set(stillMissing);
    this.#imports.push({ before, after: new Map(this.names), missing });
    return true;
  }

  /** @returns whether there was an import to take back */
  undo(): boolean {
    const last = this.#imports.pop();
    if (last === undefined) return false;
    for (const [name, after] of last.after) {
      const before = last.before.get(name);
      const now = this.names.get(name);
      if (now === undefined || JSON.stringify(before) === JSON.stringify(after)) continue;
      const isTaken = before !== undefined && before.cancelled !== null && before.cancelled === now.cancelled;
      if (before === undefined) this.names.delete(name);
      else this.names.set(name, { ...before, freeAt: isTaken ? (now.freeAt ?? before.freeAt) : before.freeAt });
    }
    this.missing = last.missing;
    return true;
  }

  /** @returns how many names the job releases, or undefined when one has run that covers it */
  job(now: number, freeAt: number): number | undefined {
    if (midnight(now) <= this.#lastJob) return undefined;
    this.#lastJob = midnight(now);
    let released = 0;
    for (const [name, known] of this.names) {
      const { registered, cancelled } = known;
      if (registered === null || cancelled === null || known.freeAt !== null) continue;
      if (releaseMs(cancelled) >= midnight(now)) continue;
      this.names.set(name, { ...known, freeAt });
      released++;
    }
    return released;
  }
}
