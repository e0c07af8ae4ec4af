import { createSingleProcessLimiter, Limiter, type SettlementLink } from './limiter.ts';
import { definePolicy, type Policy, type Verdict } from './policy.ts';
import { type DayCount, Settlement, type SettlementAnswer, type SettlementRequest } from './settlement.ts';
import type { SecondCount, SharedCounts } from './shares.ts';
import { fixedWindow, LimitWindow, type WindowOf } from './window.ts';

/**
 * The three limiters of a process. They are separate, so that a flood of anonymous addresses cannot push the counts of
 * keys and registrars out of memory.
 */
const LIMITERS = {
  /** keys and registrars: `key:12`, `registrar:3`; more than any installation has */
  accounts: { capacity: 500_000, longest: 'day', shared: 'second' },
  /** addresses that use the map's own key, or public paths */
  visitors: { capacity: 100_000, longest: 'day', shared: 'second' },
  /** addresses that were refused with 401 or 403 */
  refusals: { capacity: 100_000, longest: 'refusals', shared: 'refusals' },
} as const;

type LimiterName = keyof typeof LIMITERS;
const LIMITER_NAMES: readonly LimiterName[] = ['accounts', 'visitors', 'refusals'];

/** How long a window of the limit of refusals is. */
export const refusalSeconds = 10;
const REFUSALS_PER_TEN_SECONDS = 1_000;
const SITE_PER_SECOND = 200;
const VISITOR_PER_SECOND = 5;
const VISITOR_PER_DAY = 2_000;
const REPORTS_PER_SECOND = 5;
const REPORTS_PER_DAY = 1_000;
const REPORTER_PER_SECOND = 1;
const REPORTER_PER_DAY = 20;
const ASKER_PER_SECOND = 2;
const ASKER_PER_DAY = 30;
/** For all addresses of a network together: several people of an office may ask, but nobody with many addresses. */
const ASKING_NETWORK_PER_DAY = 60;

/** Who sends a form: by the keys of the address, and of the network around it. */
export interface AskingCaller {
  readonly limitKey: string;
  readonly networkKey: string;
}

/** More different pairs of quotas than any installation has. */
const MAX_CACHED_POLICIES = 10_000;

/** The limits of B6 and of the map's own key, counted in this process and settled with the primary. */
export class Limits {
  readonly #limiters: Record<LimiterName, Limiter>;
  readonly #second: LimitWindow;
  readonly #day: LimitWindow;
  readonly #policies = new Map<string, Policy>();
  readonly #refusalPolicy: Policy;
  readonly #sitePolicy: Policy;
  readonly #visitorPolicy: Policy;

  /** @param dayOf the day in Pacific/Auckland, with an id such as `2026-07-15` */
  constructor(limiters: Record<LimiterName, Limiter>, dayOf: WindowOf) {
    this.#limiters = limiters;
    const perRequest = { slot: 0, counts: 'requests' } as const;
    this.#second = new LimitWindow({ name: 'second', seconds: 1, windowOf: fixedWindow(1), ...perRequest });
    this.#day = new LimitWindow({ name: 'day', slot: 1, seconds: 86_400, counts: 'lookups', windowOf: dayOf });
    const tenSeconds = new LimitWindow({
      name: 'refusals',
      seconds: refusalSeconds,
      windowOf: fixedWindow(refusalSeconds),
      ...perRequest,
    });
    this.#refusalPolicy = definePolicy([{ window: tenSeconds, quota: REFUSALS_PER_TEN_SECONDS }]);
    this.#sitePolicy = this.policy(SITE_PER_SECOND, null);
    this.#visitorPolicy = this.policy(VISITOR_PER_SECOND, VISITOR_PER_DAY);
  }

  /** The policy of a key, or of a registrar, which has no limit per day. @throws RangeError for a quota below 1 */
  policy(perSecond: number, perDay: number | null): Policy {
    const quotas = `${perSecond}/${perDay}`;
    const cached = this.#policies.get(quotas);
    if (cached !== undefined) return cached;
    const second = { window: this.#second, quota: perSecond };
    const policy = definePolicy(perDay === null ? [second] : [second, { window: this.#day, quota: perDay }]);
    if (this.#policies.size >= MAX_CACHED_POLICIES) this.#policies.clear();
    this.#policies.set(quotas, policy);
    return policy;
  }

  /** Counts a request of `key:<id>` or `registrar:<id>`. */
  takeAccount(subject: string, policy: Policy, nowMs: number): Verdict | Promise<Verdict> {
    return this.#limiters.accounts.take(subject, policy, nowMs);
  }

  /**
   * Counts the lookups of a bulk request, all or none. `takeAccount` admitted the request at `takenAtMs`, and counted it as
   * one lookup because their number was not known yet. The request itself remains counted.
   */
  takeLookups(
    subject: string,
    policy: Policy,
    { takenAtMs, nowMs, lookups }: Readonly<{ takenAtMs: number; nowMs: number; lookups: number }>,
  ): Verdict | Promise<Verdict> {
    const { accounts } = this.#limiters;
    accounts.refund(subject, policy, takenAtMs, nowMs, { requests: 0, lookups: 1 });
    return accounts.take(subject, policy, nowMs, { requests: 0, lookups });
  }

  /**
   * Counts a request with the map's own key: 200/s for all addresses together, and 5/s and 2,000 a day per address. The
   * headers report the limits per address, unless the common limit refused. `clock` is read again after waiting for the
   * primary.
   */
  takeVisitor(addressKey: string, clock: () => number): Verdict | Promise<Verdict> {
    const { visitors } = this.#limiters;
    const takenAtMs = clock();
    const subject = `address:${addressKey}`;
    const giveBack = (own: Verdict) => {
      if (!own.isAdmitted) visitors.refund('site', this.#sitePolicy, takenAtMs, clock());
      return own;
    };
    const afterAll = (all: Verdict) => {
      if (!all.isAdmitted) return all;
      const own = visitors.take(subject, this.#visitorPolicy, clock());
      return own instanceof Promise ? own.then(giveBack) : giveBack(own);
    };
    const all = visitors.take('site', this.#sitePolicy, takenAtMs);
    return all instanceof Promise ? all.then(afterAll) : afterAll(all);
  }

  /** Counts a request of an address (`limitKey` of the caller) for a public resource, such as `places`, each by itself. */
  takePublic(what: string, limitKey: string, perSecond: number, nowMs: number): Verdict | Promise<Verdict> {
    return this.#limiters.visitors.take(`${what}:${limitKey}`, this.policy(perSecond, null), nowMs);
  }

  /** Counts a report that an address (`limitKey` of the caller) sends: 1/s and 20 a day. */
  takeReporter(limitKey: string, nowMs: number): Verdict | Promise<Verdict> {
    const policy = this.policy(REPORTER_PER_SECOND, REPORTER_PER_DAY);
    return this.#limiters.visitors.take(`reporter:${limitKey}`, policy, nowMs);
  }

  /**
   * Counts a form that an address (`limitKey` of the caller) sends to ask for access: 2/s and 30 a day, and 60 a day from
   * its network.
   */
  takeAsker({ limitKey, networkKey }: AskingCaller, nowMs: number): Verdict | Promise<Verdict> {
    const { visitors } = this.#limiters;
    const ofNetwork = () =>
      visitors.take(`asking network:${networkKey}`, this.policy(ASKING_NETWORK_PER_DAY, ASKING_NETWORK_PER_DAY), nowMs);
    const own = visitors.take(`asker:${limitKey}`, this.policy(ASKER_PER_SECOND, ASKER_PER_DAY), nowMs);
    return own instanceof Promise
      ? own.then((verdict) => (verdict.isAdmitted ? ofNetwork() : verdict))
      : own.isAdmitted
        ? ofNetwork()
        : own;
  }

  /** Counts a form by which an address asks for a sign-in link: as many as to ask for access, and apart from those. */
  takeSigner({ limitKey }: AskingCaller, nowMs: number): Verdict | Promise<Verdict> {
    return this.#limiters.visitors.take(`signer:${limitKey}`, this.policy(ASKER_PER_SECOND, ASKER_PER_DAY), nowMs);
  }

  /**
   * Counts a report that is about to be stored: 5/s and 1,000 a day for all addresses together, so that nobody can flood
   * the list that staff work through. Refused reports are not counted.
   */
  takeReport(nowMs: number): Verdict | Promise<Verdict> {
    return this.#limiters.visitors.take('reports', this.policy(REPORTS_PER_SECOND, REPORTS_PER_DAY), nowMs);
  }

  /**
   * Counts a 401 or 403 that an address (`limitKey` of the caller) is about to get. If the verdict does not admit it, the
   * answer must be 429 instead. Accepted requests are not counted.
   */
  takeRefusal(addressKey: string, nowMs: number): Verdict | Promise<Verdict> {
    return this.#limiters.refusals.take(addressKey, this.#refusalPolicy, nowMs);
  }

  /** How many subjects each limiter knows, and whether it counts alone because the primary does not answer. */
  state(): { readonly limiter: LimiterName; readonly subjects: number; readonly isAlone: boolean }[] {
    return LIMITER_NAMES.map((limiter) => {
      const { size, isAlone } = this.#limiters[limiter];
      return { limiter, subjects: size, isAlone };
    });
  }

  /** To be called every SETTLE_EVERY_MS, and once more before the process ends. */
  settle(nowMs: number): void {
    for (const name of LIMITER_NAMES) this.#limiters[name].settle(nowMs);
  }

  /** Handles an answer from the primary. */
  receive(answer: SettlementAnswer, nowMs: number): void {
    const name = LIMITER_NAMES.find((one) => one === answer.limiter);
    if (name !== undefined) this.#limiters[name].receive(answer, nowMs);
  }
}

/** The totals of a machine, kept by its primary or only process. */
export class Settlements {
  readonly #parts = mapLimiters((name) => new Settlement(LIMITERS[name]));

  /** Answers a worker's message. @throws RangeError for an unknown limiter */
  answer(request: SettlementRequest): SettlementAnswer {
    return this.of(request.limiter).answer(request);
  }

  of(limiter: string): Settlement {
    const name = LIMITER_NAMES.find((one) => one === limiter);
    if (name === undefined) throw new RangeError(`Unknown limiter "${limiter}".`);
    return this.#parts[name];
  }

  /** Starts from the day counts of keys and registrars that an earlier run stored. */
  restore(rows: readonly DayCount[]): void {
    this.#parts.accounts.restore(rows);
  }

  /** Adds what this node of a cluster had spent on a day before it was started (see Settlement). */
  addBefore(rows: readonly DayCount[]): void {
    this.#parts.accounts.addBefore(rows);
  }

  /** Takes what other nodes of a cluster have spent on a day (see Settlement). */
  setElsewhere(rows: readonly DayCount[]): void {
    this.#parts.accounts.setElsewhere(rows);
  }

  /** What keys, registrars and visitors have spent in seconds before `second`, of which other nodes must know (see Settlement). */
  secondsBefore(second: number): SecondCount[] {
    return [...this.#parts.accounts.secondsBefore(second), ...this.#parts.visitors.secondsBefore(second)];
  }

  /** Takes what all nodes of a cluster have counted in the last seconds (see Shares). */
  correctShares(counts: SharedCounts): void {
    this.#parts.accounts.correctShares(counts);
    this.#parts.visitors.correctShares(counts);
  }

  /** What addresses were refused in windows before `window`, of which other nodes must know (see Settlement). */
  refusalsBefore(window: number): SecondCount[] {
    return this.#parts.refusals.secondsBefore(window);
  }

  /** Takes how often all nodes of a cluster have refused addresses in the last windows (see Shares). */
  correctRefusals(counts: SharedCounts): void {
    this.#parts.refusals.correctShares(counts);
  }

  /** What visitors have spent today, where it has changed since the last call and other nodes must know of it (see Settlement). */
  largeVisitors(): DayCount[] {
    return this.#parts.visitors.largeCounts();
  }

  /** Takes what visitors have spent on other nodes on a day (see Settlement). */
  setVisitorsElsewhere(rows: readonly DayCount[]): void {
    this.#parts.visitors.setElsewhere(rows);
  }

  /** Passes all that was counted, and from now on all that is added, to a successor (see Settlement). */
  handOver(forward: (request: SettlementRequest) => void): void {
    for (const name of LIMITER_NAMES) this.#parts[name].handOver(name, forward);
  }

  /** The day counts of keys and registrars that changed since the last call (see Settlement). */
  snapshot(): DayCount[] {
    return this.#parts.accounts.snapshot();
  }
}

/** The limits of one worker among several. */
export function createWorkerLimits(dayOf: WindowOf, link: SettlementLink): Limits {
  return new Limits(
    mapLimiters((name) => new Limiter({ name, capacity: LIMITERS[name].capacity, link })),
    dayOf,
  );
}

/** The limits of a single process: no messages are sent, and no verdict is a Promise. */
export function createSingleProcessLimits(dayOf: WindowOf, settlements: Settlements): Limits {
  return new Limits(
    mapLimiters((name) => createSingleProcessLimiter(name, LIMITERS[name].capacity, settlements.of(name))),
    dayOf,
  );
}

function mapLimiters<Part>(make: (name: LimiterName) => Part): Record<LimiterName, Part> {
  return { accounts: make('accounts'), visitors: make('visitors'), refusals: make('refusals') };
}
