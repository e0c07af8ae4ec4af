import { Subjects } from './subjects.ts';

/** A worker's report: what each subject has spent there since the last one, and requests that wait for a yes. */
export type SettlementRequest = Readonly<{ limiter: string; id: number; subjects: readonly SubjectRequest[] }>;

/** `asks` has for each waiting request its cost in each of `counts`, in the same order. */
export type SubjectRequest = Readonly<{
  subject: string;
  counts: readonly Readonly<{ name: string; window: string | number; spent: number; quota: number }>[];
  asks: readonly (readonly number[])[];
}>;

/** The primary's answer, subjects and counts in the order of the request; a granted request is counted already. */
export type SettlementAnswer = Readonly<{ limiter: string; id: number; subjects: readonly SubjectAnswer[] }>;
export type SubjectAnswer = Readonly<{ counts: readonly CountAnswer[]; granted: readonly boolean[] }>;
export type CountAnswer = Readonly<{ window: string | number; total: number }>;

/** What a subject has spent on a day, as it is kept over a restart; `day` is the id of the day's window. */
export type DayCount = Readonly<{ subject: string; day: string; count: number }>;

/** Follows the ids of windows: workers may stand for a moment on either side of a window's end. */
class RollingWindow {
  id: string | number = '';
  #previous: string | number = '';

  /** Tells whether `id` opened a new window; a late word from the one just over opens nothing. */
  open(id: string | number): boolean {
    if (id === this.id || id === this.#previous) return false;
    this.#previous = this.id;
    this.id = id;
    return true;
  }
}

class Total {
  readonly name: string;
  readonly window = new RollingWindow();
  count = 0;

  constructor(name: string) {
    this.name = name;
  }
}

type Ledger = { readonly subject: string; readonly totals: Total[] };

/**
 * The primary's part of one limiter: the totals of all workers. All messages are plain objects that survive JSON.
 * Totals in windows of the name `longest` may be kept over a restart, and their turn is when idle subjects go.
 */
export class Settlement {
  readonly #longest: string;
  readonly #ledgers: Subjects<Ledger>;
  readonly #longestWindow = new RollingWindow();
  #changed = new Set<Ledger>();

  constructor({ capacity, longest }: { capacity: number; longest: string }) {
    this.#longest = longest;
    this.#ledgers = new Subjects(capacity, (subject) => ({ subject, totals: [] }));
  }

  get size(): number {
    return this.#ledgers.size;
  }

  /** Adds what was spent, decides what was asked, in order, all or nothing each, and answers with the totals. */
  answer(request: SettlementRequest): SettlementAnswer {
    return { limiter: request.limiter, id: request.id, subjects: request.subjects.map((one) => this.#settle(one)) };
  }

  /** Starts from the day counts of an earlier run; call it before the first answer. */
  restore(rows: readonly DayCount[]): void {
    for (const { subject, day, count } of rows) {
      const total = totalOf(this.#ledgers.obtain(subject), this.#longest);
      total.window.open(day);
      total.count = count;
    }
  }

  /** The day counts that have changed since the call before; the caller keeps those it cannot store for the next. */
  snapshot(): DayCount[] {
    const changed = this.#changed;
    this.#changed = new Set();
    return [...changed].map((ledger) => {
      const total = totalOf(ledger, this.#longest);
      return { subject: ledger.subject, day: String(total.window.id), count: total.count };
    });
  }

  #settle({ subject, counts, asks }: SubjectRequest): SubjectAnswer {
    const longest = counts.find((count) => count.name === this.#longest);
    // a subject that stays away for a whole window has nothing left in it that counts
    if (longest !== undefined && this.#longestWindow.open(longest.window)) this.#ledgers.age();

    const ledger = this.#ledgers.obtain(subject);
    const totals = counts.map(({ name, window, spent }) => {
      const total = totalOf(ledger, name);
      if (total.window.open(window)) total.count = 0;
      // what was spent in a window that is over matters to nobody
      if (total.window.id === window) total.count = Math.max(0, total.count + spent);
      return total;
    });
    const granted = asks.map((costs) => {
      const isGranted = totals.every((total, at) => {
        const cost = costs[at] ?? 0;
        return cost === 0 || total.count + cost <= (counts[at]?.quota ?? 0);
      });
      if (isGranted) for (const [at, total] of totals.entries()) total.count += costs[at] ?? 0;
      return isGranted;
    });
    if (longest !== undefined && (longest.spent !== 0 || granted.includes(true))) this.#changed.add(ledger);
    return { counts: totals.map((total) => ({ window: total.window.id, total: total.count })), granted };
  }
}

function totalOf(ledger: Ledger, name: string): Total {
  let total = ledger.totals.find((one) => one.name === name);
  if (total === undefined) {
    total = new Total(name);
    ledger.totals.push(total);
  }
  return total;
}
