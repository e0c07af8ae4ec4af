import { type SecondCount, type SharedCounts, Shares, type Withheld } from './shares.ts';

/** A worker's report: what each subject has spent there since the last report, and the requests that wait. */
export type SettlementRequest = Readonly<{ limiter: string; id: number; subjects: readonly SubjectRequest[] }>;

/** `asks` has the cost of each waiting request in each of `counts`, in the same order. */
export type SubjectRequest = Readonly<{
  subject: string;
  counts: readonly Readonly<{ name: string; window: string | number; spent: number; quota: number }>[];
  asks: readonly (readonly number[])[];
}>;

/** The primary's answer, with subjects and counts in the order of the request. Granted requests are already counted. */
export type SettlementAnswer = Readonly<{ limiter: string; id: number; subjects: readonly SubjectAnswer[] }>;
export type SubjectAnswer = Readonly<{ counts: readonly CountAnswer[]; granted: readonly boolean[] }>;
export type CountAnswer = Readonly<{
  window: string | number;
  total: number;
  /** What other nodes of a cluster have of the limit in the windows to come; it is in `total` too. */
  withheld?: Withheld | undefined;
}>;

/** How many subjects a message to a successor has at most. */
const SUBJECTS_PER_MESSAGE = 1_000;

/** What a subject has spent on a day, as stored for the next start; `day` is the id of the day's window. */
export type DayCount = Readonly<{ subject: string; day: string; count: number }>;

/** Follows the ids of windows, since for a moment workers may be on either side of a window's end. */
class RollingWindow {
  id: string | number = '';
  #previous: string | number = '';

  /** Whether `id` opened a new window; a late message from the window just over does not. */
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
  quota = 0;

  constructor(name: string) {
    this.name = name;
  }
}

type Ledger = { readonly subject: string; readonly totals: Total[] };

/**
 * The primary's side of one limiter: the totals of all workers. Messages are plain objects that survive JSON. Totals in
 * windows named `longest` can be stored for the next start; when such a window ends, idle subjects are dropped.
 */
export class Settlement {
  readonly #longest: string;
  readonly #shared: string;
  readonly #ledgers: Subjects<Ledger>;
  readonly #longestWindow = new RollingWindow();
  #changed = new Set<Ledger>();
  #forward: ((request: SettlementRequest) => void) | undefined;
  /** What other nodes of a cluster have spent in the longest window, by subject. */
  #elsewhere: { window: string; readonly counts: Map<string, number> } = { window: '', counts: new Map() };
  /** Of a node of a cluster. */
  #shares: Shares | undefined;

  /** @param kind.shared the windows whose limits the nodes of a cluster divide */
  constructor({ capacity, longest, shared }: { capacity: number; longest: string; shared: string }) {
    this.#longest = longest;
    this.#shared = shared;
    this.#ledgers = new Subjects(capacity, (subject) => ({ subject, totals: [] }));
  }

  get size(): number {
    return this.#ledgers.size;
  }

  /** Adds what was spent, decides the waiting requests in order, each all or nothing, and returns the totals. */
  answer(request: SettlementRequest): SettlementAnswer {
    const subjects = request.subjects.map((one) => this.#settle(one));
    this.#forward?.({
      ...request,
      subjects: request.subjects.map((one, at) => asSpent(one, subjects[at]?.granted ?? [])),
    });
    return { limiter: request.limiter, id: request.id, subjects };
  }

  /**
   * Passes all that was counted, and from now on all that is added, to a successor: `forward` gets messages without
   * waiting requests, which the successor answers like any other.
   */
  handOver(limiter: string, forward: (request: SettlementRequest) => void): void {
    this.#forward = forward;
    const subjects = [...this.#ledgers.values()].map(({ subject, totals }) => ({
      subject,
      counts: totals.map(({ name, window, count }) => ({ name, window: window.id, spent: count, quota: 0 })),
      asks: [],
    }));
    for (let at = 0; at < subjects.length; at += SUBJECTS_PER_MESSAGE)
      forward({ limiter, id: 0, subjects: subjects.slice(at, at + SUBJECTS_PER_MESSAGE) });
  }

  /** Starts from the day counts of an earlier run; call it before the first answer. */
  restore(rows: readonly DayCount[]): void {
    for (const { subject, day, count } of rows) {
      const total = totalOf(this.#ledgers.obtain(subject), this.#longest);
      total.window.open(day);
      total.count = count;
    }
  }

  /** Adds what this node of a cluster had spent before it was started. */
  addBefore(rows: readonly DayCount[]): void {
    for (const { subject, day, count } of rows) {
      const ledger = this.#ledgers.obtain(subject);
      const total = totalOf(ledger, this.#longest);
      if (total.window.open(day)) total.count = 0;
      if (total.window.id === day) total.count += count;
      this.#changed.add(ledger);
    }
  }

  /** Takes what other nodes of a cluster have spent on a day, of the subjects for which that has changed. */
  setElsewhere(rows: readonly DayCount[]): void {
    for (const { subject, day, count } of rows) {
      if (day !== this.#elsewhere.window) this.#elsewhere = { window: day, counts: new Map() };
      this.#elsewhere.counts.set(subject, count);
    }
  }

  /** From now on limits are shared with other nodes of a cluster. @returns what was counted before `second` */
  secondsBefore(second: number): SecondCount[] {
    this.#shares ??= new Shares();
    return this.#shares.report(second);
  }

  /** Takes what all nodes have counted in the last seconds (see Shares). */
  correctShares(counts: SharedCounts): void {
    this.#shares?.correct(counts);
  }

  /** What other nodes have certainly spent in the present window of a total, or have as their share. */
  #spentElsewhere(subject: string, { name, window }: Total): number {
    if (name === this.#shared) return this.#withheld(subject, window.id)?.count ?? 0;
    const isThisWindow = name === this.#longest && window.id === this.#elsewhere.window;
    return isThisWindow ? (this.#elsewhere.counts.get(subject) ?? 0) : 0;
  }

  #withheld(subject: string, window: string | number): Withheld | undefined {
    const withheld = this.#shares?.withheldFrom(subject);
    return withheld !== undefined && Number(window) <= withheld.until ? withheld : undefined;
  }

  #countSecond(subject: string, totals: readonly Total[], counts: SubjectRequest['counts']): void {
    const at = totals.findIndex(({ name }) => name === this.#shared);
    const [total, quota] = [totals[at], counts[at]?.quota];
    if (total === undefined || quota === undefined || typeof total.window.id !== 'number') return;
    this.#shares?.count({ subject, second: total.window.id, count: total.count, quota });
  }

  /** The day counts that changed since the last call. A caller that cannot store some must keep them for the next time. */
  snapshot(): DayCount[] {
    const changed = this.#changed;
    this.#changed = new Set();
    return [...changed].map((ledger) => this.#dayCountOf(ledger));
  }

  /** As `snapshot`, of those counts that other nodes of a cluster must know of (see Shares). */
  largeCounts(): DayCount[] {
    const changed = this.#changed;
    this.#changed = new Set();
    const isLarge = ({ count, quota }: Total) => quota > 0 && this.#shares?.mustReport(count, quota) === true;
    return [...changed]
      .filter((ledger) => isLarge(totalOf(ledger, this.#longest)))
      .map((ledger) => this.#dayCountOf(ledger));
  }

  #dayCountOf(ledger: Ledger): DayCount {
    const { window, count } = totalOf(ledger, this.#longest);
    return { subject: ledger.subject, day: String(window.id), count };
  }

  #settle({ subject, counts, asks }: SubjectRequest): SubjectAnswer {
    const longest = counts.find((count) => count.name === this.#longest);
    // a subject without a request in a whole window has no counts that still matter
    if (longest !== undefined && this.#longestWindow.open(longest.window)) this.#ledgers.age();

    const ledger = this.#ledgers.obtain(subject);
    const totals = counts.map(({ name, window, spent, quota }) => {
      const total = totalOf(ledger, name);
      // what a predecessor hands over has no quota
      if (quota > 0) total.quota = quota;
      if (total.window.open(window)) total.count = 0;
      // what was spent in a window that is over no longer matters
      if (total.window.id === window) total.count = Math.max(0, total.count + spent);
      return total;
    });
    const granted = asks.map((costs) => {
      const isGranted = totals.every((total, at) => {
        const cost = costs[at] ?? 0;
        const spent = total.count + this.#spentElsewhere(subject, total);
        return cost === 0 || spent + cost <= (counts[at]?.quota ?? 0);
      });
      if (isGranted) for (const [at, total] of totals.entries()) total.count += costs[at] ?? 0;
      return isGranted;
    });
    if (longest !== undefined && (longest.spent !== 0 || granted.includes(true))) this.#changed.add(ledger);
    if (this.#shares !== undefined) this.#countSecond(subject, totals, counts);
    return { counts: totals.map((total) => this.#answerOf(subject, total)), granted };
  }

  #answerOf(subject: string, total: Total): CountAnswer {
    const window = total.window.id;
    const answer = { window, total: total.count + this.#spentElsewhere(subject, total) };
    const withheld = total.name === this.#shared ? this.#withheld(subject, window) : undefined;
    return withheld === undefined ? answer : { ...answer, withheld };
  }
}

/** What a worker has spent, with its requests that were granted. */
function asSpent({ subject, counts, asks }: SubjectRequest, granted: readonly boolean[]): SubjectRequest {
  const all = (at: number) => asks.reduce((sum, costs, ask) => sum + (granted[ask] === true ? (costs[at] ?? 0) : 0), 0);
  return { subject, counts: counts.map((count, at) => ({ ...count, spent: count.spent + all(at) })), asks: [] };
}

function totalOf(ledger: Ledger, name: string): Total {
  let total = ledger.totals.find((one) => one.name === name);
  if (total === undefined) {
    total = new Total(name);
    ledger.totals.push(total);
  }
  return total;
}

/**
 * A cache of at most `capacity` subjects in two generations. A requested subject moves to the young generation; when that
 * is half the capacity, or on `age()`, the old generation is dropped and the young one becomes old. So subjects in
 * regular use survive a flood of new ones, and dropping costs nothing per request.
 */
export class Subjects<Value> {
  readonly #halfCapacity: number;
  readonly #create: (subject: string) => Value;
  #young = new Map<string, Value>();
  #old = new Map<string, Value>();

  constructor(capacity: number, create: (subject: string) => Value) {
    this.#halfCapacity = Math.max(1, Math.floor(capacity / 2));
    this.#create = create;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  /** The value of a subject, created if necessary. */
  obtain(subject: string): Value {
    const young = this.#young.get(subject);
    if (young !== undefined) return young;
    const value = this.#old.get(subject) ?? this.#create(subject);
    this.#old.delete(subject);
    if (this.#young.size >= this.#halfCapacity) this.age();
    this.#young.set(subject, value);
    return value;
  }

  /** Every value in memory. */
  *values(): Generator<Value> {
    yield* this.#old.values();
    yield* this.#young.values();
  }

  /** Drops every subject that was not requested since the last call. */
  age(): void {
    this.#old = this.#young;
    this.#young = new Map();
  }
}
