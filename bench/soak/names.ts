import { seededRandom } from '#lib/demonstration/random.ts';
import { type FeedRow, ReferenceRegister } from '#tests/models/reference-register.ts';

const daySeconds = 86_400;
const suffixes = ['co.nz', 'nz', 'org.nz', 'net.nz'];
const changedEachTime = 300;
const leftOutEachTime = 10;
/** How many names a full file may lack (`MAX_MISSING`). */
const mostMissing = 50;

/** A register that changes, as files for the server and in the reference model. */
export class ChangingRegister {
  readonly #model = new ReferenceRegister();
  readonly #random = seededRandom(17);
  readonly #startSeconds: number;
  /** Every name that is asked for: those of the register, as many that are new later, and some that stay free. */
  readonly asked: readonly string[];
  #added: number;

  /** @param startMs of the clock of the server: from its day on, names are released each midnight */
  constructor(count: number, startMs: number) {
    this.#startSeconds = Math.floor(startMs / 1000);
    this.#added = count;
    this.asked = Array.from({ length: Math.floor(count * 1.2) }, (_, place) => nameOf(place));
    this.#model.job(startMs, startMs);
  }

  /** The file of the first import: of 20 names one is pending, and its release date is one of the next seven days. */
  first(nowMs: number): string {
    const rows = new Map<string, FeedRow>();
    for (const name of this.asked.slice(0, this.#added)) {
      const registered = this.#startSeconds - Math.floor((200 + this.#random() * 3000) * daySeconds);
      const cancelled = this.#startSeconds - Math.floor((83 + this.#random() * 6.9) * daySeconds);
      rows.set(name, { registered, cancelled: this.#random() < 0.05 ? cancelled : null });
    }
    return this.#import(rows, true, nowMs);
  }

  /** A file of changes: names that are cancelled, restored, or new. */
  changes(nowMs: number): string {
    return this.#import(this.#changedRows(), false, nowMs);
  }

  /** A full file with such changes, that lacks a few names. */
  full(nowMs: number): string {
    const known = [...this.#model.names].flatMap(([name, { registered, cancelled }]): [string, FeedRow][] =>
      registered === null ? [] : [[name, { registered, cancelled }]],
    );
    const rows = new Map([...known, ...this.#changedRows()]);
    for (let left = 0; left < leftOutEachTime; left++) rows.delete(this.#any());
    return this.#import(rows, true, nowMs);
  }

  undo(): void {
    if (!this.#model.undo()) throw new Error('The model has no import to undo.');
  }

  /** The release job at an instant; names are free immediately. @returns how many */
  release(nowMs: number): number {
    return this.#model.job(nowMs, nowMs) ?? 0;
  }

  /** The API's codes of `asked` at an instant, of three digits each. */
  codesAt(nowMs: number): string {
    return this.asked.map((name) => this.#model.codeAt(name, nowMs)).join('');
  }

  #any(): string {
    return nameOf(Math.floor(this.#random() * this.#added));
  }

  #changedRows(): Map<string, FeedRow> {
    const rows = new Map<string, FeedRow>();
    for (let changed = 0; changed < changedEachTime; changed++) {
      if (changed % 10 === 0 && this.#added < this.asked.length) {
        rows.set(nameOf(this.#added++), { registered: this.#startSeconds - 30 * daySeconds, cancelled: null });
        continue;
      }
      const name = this.#any();
      const { registered, cancelled, freeAt } = this.#model.of(name);
      // what was released is registered again only by its new owner
      if (registered === null || freeAt !== null) continue;
      const cancelledNow = this.#startSeconds - Math.floor((1 + this.#random() * 80) * daySeconds);
      rows.set(name, { registered, cancelled: cancelled === null ? Math.max(registered, cancelledNow) : null });
    }
    return rows;
  }

  #import(rows: ReadonlyMap<string, FeedRow>, isWhole: boolean, nowMs: number): string {
    if (!this.#model.import(rows, { isWhole, most: mostMissing, now: nowMs }))
      throw new Error('The model refuses a file of the soak.');
    const lines = Array.from(
      rows,
      ([name, { registered, cancelled }]) => `${name},${iso(registered)},${iso(cancelled)}`,
    );
    return ['domain,registered,cancel_date', ...lines, ''].join('\n');
  }
}

const nameOf = (place: number) => `soak-${place.toString(36)}.${suffixes[place % suffixes.length]}`;
const iso = (seconds: number | null) => (seconds === null ? '' : new Date(seconds * 1000).toISOString());
