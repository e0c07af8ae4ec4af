import type { Cost, LimitRule, Policy, Verdict } from './policy.ts';
import type { CountAnswer, SubjectAnswer, SubjectRequest } from './settlement.ts';
import type { Withheld } from './shares.ts';
import type { Window } from './window.ts';

/** What this process knows about one subject in one window. */
class Tally {
  window: Window = NEVER;
  /** What all processes, this one included, had spent at the primary's last report. */
  total = 0;
  /** Spent here on top of `total`; `sent` of it has been sent to the primary. */
  unsettled = 0;
  isTotalKnown = true;
  sent = 0;
  sentWindow: Window = NEVER;
  #withheld: Withheld | undefined;

  enter(window: Window, isTotalKnown: boolean): void {
    this.window = window;
    const isWithheld = this.#withheld !== undefined && Number(window.id) <= this.#withheld.until;
    this.total = isWithheld ? (this.#withheld?.count ?? 0) : 0;
    this.unsettled = 0;
    this.isTotalKnown = isTotalKnown;
  }

  settle(count: CountAnswer): void {
    if (this.window === this.sentWindow) this.unsettled -= this.sent;
    this.sent = 0;
    this.#withheld = count.withheld;
    if (this.window.id === count.window) {
      this.total = count.total;
      this.isTotalKnown = true;
    }
  }
}

const NEVER: Window = { id: '', endsAt: Number.NEGATIVE_INFINITY };

/** In windows this long, one question to the primary costs little and prevents a whole share too many. */
const LONG_WINDOW_SECONDS = 60;

/**
 * `admit` and `refuse` are decided in this process: it refuses only if what has certainly been spent leaves no room.
 * `ask`: the primary must decide.
 */
export type Ruling = 'admit' | 'refuse' | 'ask';

/** The counts of one subject in one process, checked against the rules of its policy. */
export class Account {
  readonly subject: string;
  readonly #tallies: Tally[] = [];
  #policy: Policy = { rules: [], header: '' };
  #sentPolicy: Policy = this.#policy;

  constructor(subject: string) {
    this.subject = subject;
  }

  /** Moves the counts to the current windows of a policy; call it before `judge`. */
  enter(policy: Policy, nowMs: number): void {
    this.#policy = policy;
    for (const { window } of policy.rules) {
      const current = window.at(nowMs);
      const tally = this.#tally(window.slot);
      if (tally.window !== current) tally.enter(current, window.seconds < LONG_WINDOW_SECONDS);
    }
  }

  /** Whether a request of this cost fits. A process may spend its even share of what was left without asking. */
  judge(policy: Policy, cost: Cost, workers: number): Ruling {
    let ruling: Ruling = 'admit';
    for (const rule of policy.rules) {
      const more = costOf(rule, cost);
      if (more === 0) continue;
      const tally = this.#tally(rule.window.slot);
      const left = rule.quota - tally.total;
      const spent = tally.unsettled + more;
      if (spent > left) return 'refuse';
      if (!tally.isTotalKnown || spent * workers > left) ruling = 'ask';
    }
    return ruling;
  }

  /** Counts a request here, to be reported to the primary at the next settlement. */
  spend(policy: Policy, cost: Cost): void {
    for (const rule of policy.rules) this.#tally(rule.window.slot).unsettled += costOf(rule, cost);
  }

  /** Gives a request back in the windows that have not changed since `spentAtMs`. */
  refund(policy: Policy, cost: Cost, spentAtMs: number, nowMs: number): void {
    this.enter(policy, nowMs);
    for (const rule of policy.rules) {
      const tally = this.#tally(rule.window.slot);
      if (rule.window.idAt(spentAtMs) === tally.window.id) tally.unsettled -= costOf(rule, cost);
    }
  }

  /** Gives back what was spent here for a request that the primary has also counted. */
  undoDoubleCount(policy: Policy, cost: Cost, answer: SubjectAnswer): void {
    for (const [at, rule] of this.#sentPolicy.rules.entries()) {
      const tally = this.#tally(rule.window.slot);
      const isSpentHere = policy.rules.some(({ window }) => window.slot === rule.window.slot);
      if (isSpentHere && tally.window.id === answer.counts[at]?.window) tally.unsettled -= costOf(rule, cost);
    }
  }

  /** The report for the primary; `asks` are the costs of the waiting requests. */
  request(asks: readonly Cost[]): SubjectRequest {
    const { rules } = this.#policy;
    this.#sentPolicy = this.#policy;
    const counts = rules.map(({ window, quota }) => {
      const tally = this.#tally(window.slot);
      tally.sent = tally.unsettled;
      tally.sentWindow = tally.window;
      return { name: window.name, window: tally.window.id, spent: tally.sent, quota };
    });
    return { subject: this.subject, counts, asks: asks.map((cost) => rules.map((rule) => costOf(rule, cost))) };
  }

  settle(answer: SubjectAnswer): void {
    for (const [at, rule] of this.#sentPolicy.rules.entries()) {
      const count = answer.counts[at];
      if (count !== undefined) this.#tally(rule.window.slot).settle(count);
    }
  }

  /** The verdict, with what is left after it (B6). */
  verdict(policy: Policy, isAdmitted: boolean, cost: Cost, nowMs: number): Verdict {
    let rateLimit = '';
    let limit = 0;
    let remaining = Number.POSITIVE_INFINITY;
    let resetSeconds = 0;
    for (const rule of policy.rules) {
      const tally = this.#tally(rule.window.slot);
      const spent = tally.total + tally.unsettled;
      // an admitted request was counted in the window before, if that ended while the primary decided
      const left = Math.max(0, rule.quota - (isAdmitted ? Math.max(spent, costOf(rule, cost)) : spent));
      const seconds = Math.max(1, Math.ceil((tally.window.endsAt - nowMs) / 1_000));
      rateLimit += rateLimit === '' ? rule.label : `, ${rule.label}`;
      rateLimit += `${left};t=${seconds}`;

      // the headers report the longest window that refused, or else the limit with the least left
      const leads = isAdmitted
        ? left < remaining || (left === remaining && seconds > resetSeconds)
        : left < costOf(rule, cost) && seconds > resetSeconds;
      if (leads) {
        limit = rule.quota;
        remaining = left;
        resetSeconds = seconds;
      }
    }
    const retryAfterSeconds = isAdmitted ? null : resetSeconds;
    return { isAdmitted, policy: policy.header, rateLimit, limit, remaining, resetSeconds, retryAfterSeconds };
  }

  #tally(slot: number): Tally {
    let tally = this.#tallies[slot];
    if (tally === undefined) {
      tally = new Tally();
      this.#tallies[slot] = tally;
    }
    return tally;
  }
}

function costOf(rule: LimitRule, cost: Cost): number {
  return cost[rule.window.counts];
}
