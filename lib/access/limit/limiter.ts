import { Account, type Ruling } from './account.ts';
import { type Cost, oneRequest, type Policy } from './policy.ts';
import type { Settlement, SettlementAnswer, SettlementRequest, SubjectAnswer } from './settlement.ts';
import { Subjects } from './subjects.ts';
import type { Verdict } from './verdict.ts';

/** How often the owner of a limiter calls `settle`: half of B6's 100 ms, so that they hold on a busy machine too. */
export const SETTLE_EVERY_MS = 50;

/** How long a request waits for the primary before this process decides by itself. */
export const ANSWER_WITHIN_MS = 250;

const FORGET_IDLE_AFTER_MS = 60_000;
const MAX_SUBJECTS_PER_MESSAGE = 1_000;

/** The way to the primary. Messages must arrive, each once, in order. The answer goes to `limiter.receive`. */
export type SettlementLink = Readonly<{
  workers: number;
  send: (request: SettlementRequest, nowMs: number) => void;
}>;

/** A request that waits for the primary. */
type Waiter = {
  readonly policy: Policy;
  readonly cost: Cost;
  timesDenied: number;
  verdict: Verdict | undefined;
  resolve: ((verdict: Verdict) => void) | undefined;
};

type Customer = { readonly account: Account; isTouched: boolean; waiting: Waiter[]; asked: Waiter[] };

type Flight = Readonly<{ id: number; customers: readonly Customer[]; sentAtMs: number }>;

/**
 * Counts requests per subject against their limits (B6), over all workers of one machine.
 *
 * Each worker counts on top of the last total the primary gave it. By itself it admits, between two answers, at most
 * its even share of what was left: floor(left / workers). Beyond that, and for the first word on a day, the request
 * waits for the primary, which alone decides and counts it. It is refused here only when what is known to be spent
 * leaves no room, so a caller below its limit is never refused. The bound: the worker that used the latest answer keeps
 * that total and its own spending within the quota, and only the others' unreported shares can come on top: in one
 * window at most (workers − 1) × floor(quota / workers) requests too many, none with one worker.
 *
 * When the primary is silent for ANSWER_WITHIN_MS, workers count alone until it speaks again: refusing would shut out
 * callers below their limit, and waiting would hang them, while counting alone lets at most `workers` quotas through.
 */
export class Limiter {
  readonly #name: string;
  readonly #link: SettlementLink;
  readonly #customers: Subjects<Customer>;
  #touched: Customer[] = [];
  #flight: Flight | undefined;
  #lastId = 0;
  #isSendWanted = false;
  #isPrimarySilent = false;
  #agedAtMs = Number.NEGATIVE_INFINITY;

  /** `capacity` is how many subjects are remembered; what a forgotten one has spent is still known to the primary. */
  constructor({ name, capacity, link }: { name: string; capacity: number; link: SettlementLink }) {
    this.#name = name;
    this.#link = link;
    this.#customers = new Subjects(capacity, (subject) => ({
      account: new Account(subject),
      isTouched: false,
      waiting: [],
      asked: [],
    }));
  }

  get size(): number {
    return this.#customers.size;
  }

  /**
   * Counts one request of `subject`, or refuses it and counts nothing; one that costs more takes all of it or nothing.
   * A Promise comes back only when the primary must decide.
   */
  take(subject: string, policy: Policy, nowMs: number, cost = oneRequest): Verdict | Promise<Verdict> {
    const customer = this.#customers.obtain(subject);
    const { account } = customer;
    account.enter(policy, nowMs);
    this.#touch(customer);
    const ruling = this.#judge(customer, policy, cost);
    if (ruling === 'ask') return this.#ask(customer, { policy, cost, nowMs });
    if (ruling === 'admit') account.spend(policy, cost);
    return account.verdict(policy, ruling === 'admit', cost, nowMs);
  }

  /** Takes back what was admitted at `takenAtMs` and then refused for another reason, which must not count. */
  refund(subject: string, policy: Policy, takenAtMs: number, nowMs: number, cost = oneRequest): void {
    const customer = this.#customers.obtain(subject);
    customer.account.refund(policy, cost, takenAtMs, nowMs);
    this.#touch(customer);
  }

  /** To be called every SETTLE_EVERY_MS, and once more before the process ends. */
  settle(nowMs: number): void {
    if (this.#flight !== undefined) {
      this.#isSendWanted = true;
      if (Math.abs(nowMs - this.#flight.sentAtMs) > ANSWER_WITHIN_MS) this.#decideAlone(this.#flight, nowMs);
      return;
    }
    this.#send(nowMs);
    if (Math.abs(nowMs - this.#agedAtMs) >= FORGET_IDLE_AFTER_MS) {
      this.#customers.age();
      this.#agedAtMs = nowMs;
    }
  }

  /** Takes the primary's answer to the message that is under way. */
  receive(answer: SettlementAnswer, nowMs: number): void {
    const flight = this.#flight;
    if (flight === undefined || flight.id !== answer.id) return;
    this.#flight = undefined;
    this.#isPrimarySilent = false;
    for (const [at, customer] of flight.customers.entries()) {
      this.#settleCustomer(customer, answer.subjects[at] ?? { counts: [], granted: [] }, nowMs);
    }
    if (this.#isSendWanted) this.#send(nowMs);
  }

  #judge({ account, waiting, asked }: Customer, policy: Policy, cost: Cost): Ruling {
    if (this.#isPrimarySilent) return judgeAlone(account, policy, cost);
    const ruling = account.judge(policy, cost, this.#link.workers);
    // nobody overtakes those who wait, or this worker's own share would come on top of what they are granted
    return ruling === 'admit' && waiting.length + asked.length > 0 ? 'ask' : ruling;
  }

  #touch(customer: Customer): void {
    if (customer.isTouched) return;
    customer.isTouched = true;
    this.#touched.push(customer);
  }

  #ask(customer: Customer, { policy, cost, nowMs }: { policy: Policy; cost: Cost; nowMs: number }) {
    const waiter: Waiter = { policy, cost, timesDenied: 0, verdict: undefined, resolve: undefined };
    customer.waiting.push(waiter);
    this.#send(nowMs);
    // within one process the answer is there already
    if (waiter.verdict !== undefined) return waiter.verdict;
    return new Promise<Verdict>((resolve) => {
      waiter.resolve = resolve;
    });
  }

  /** One message at a time: what comes meanwhile goes together with the next. */
  #send(nowMs: number): void {
    if (this.#flight !== undefined) {
      this.#isSendWanted = true;
      return;
    }
    const customers = this.#touched.splice(0, MAX_SUBJECTS_PER_MESSAGE);
    this.#isSendWanted = this.#touched.length > 0;
    if (customers.length === 0) return;
    const subjects = customers.map((customer) => {
      customer.isTouched = false;
      customer.asked = customer.waiting;
      customer.waiting = [];
      return customer.account.request(customer.asked.map((waiter) => waiter.cost));
    });
    const id = ++this.#lastId;
    this.#flight = { id, customers, sentAtMs: nowMs };
    this.#link.send({ limiter: this.#name, id, subjects }, nowMs);
  }

  #settleCustomer(customer: Customer, answer: SubjectAnswer, nowMs: number): void {
    const { account, asked, waiting } = customer;
    account.settle(answer);
    const denied: Waiter[] = [];
    for (const [at, waiter] of asked.entries()) {
      const isGranted = answer.granted[at] === true;
      if (waiter.verdict !== undefined) {
        if (isGranted) account.undoDoubleCount(waiter.policy, waiter.cost, answer);
        this.#touch(customer);
      } else if (isGranted) {
        account.enter(waiter.policy, nowMs);
        conclude(waiter, account.verdict(waiter.policy, true, waiter.cost, nowMs));
      } else {
        waiter.timesDenied++;
        denied.push(waiter);
      }
    }
    customer.asked = [];
    customer.waiting = this.#judgeQueue(account, [...denied, ...waiting], nowMs);
    if (denied.length + waiting.length > 0) this.#touch(customer);
    if (customer.waiting.length > 0) this.#isSendWanted = true;
  }

  /**
   * Decides in order those who wait, by the new totals and the present windows, and returns the rest, from the first
   * that must ask. Who was denied twice and still should ask meets a primary in another window: its word is of no use.
   */
  #judgeQueue(account: Account, queue: readonly Waiter[], nowMs: number): Waiter[] {
    for (const [at, waiter] of queue.entries()) {
      account.enter(waiter.policy, nowMs);
      const ruling = account.judge(waiter.policy, waiter.cost, this.#link.workers);
      if (ruling === 'ask' && waiter.timesDenied < 2) return queue.slice(at);
      concludeAlone(account, waiter, nowMs);
    }
    return [];
  }

  #decideAlone(flight: Flight, nowMs: number): void {
    this.#isPrimarySilent = true;
    for (const { account, asked } of flight.customers) {
      for (const waiter of asked) if (waiter.verdict === undefined) concludeAlone(account, waiter, nowMs);
    }
    for (const customer of this.#touched) {
      for (const waiter of customer.waiting) concludeAlone(customer.account, waiter, nowMs);
      customer.waiting = [];
    }
  }
}

/** The limiter of a process that is alone: it settles on the spot, so `take` never gives a Promise. */
export function createSingleProcessLimiter(name: string, capacity: number, settlement: Settlement): Limiter {
  const link = {
    workers: 1,
    send: (request: SettlementRequest, nowMs: number) => limiter.receive(settlement.answer(request), nowMs),
  };
  const limiter = new Limiter({ name, capacity, link });
  return limiter;
}

function judgeAlone(account: Account, policy: Policy, cost: Cost): 'admit' | 'refuse' {
  return account.judge(policy, cost, 1) === 'refuse' ? 'refuse' : 'admit';
}

function concludeAlone(account: Account, waiter: Waiter, nowMs: number): void {
  const { policy, cost } = waiter;
  account.enter(policy, nowMs);
  const isAdmitted = judgeAlone(account, policy, cost) === 'admit';
  if (isAdmitted) account.spend(policy, cost);
  conclude(waiter, account.verdict(policy, isAdmitted, cost, nowMs));
}

function conclude(waiter: Waiter, verdict: Verdict): void {
  waiter.verdict = verdict;
  waiter.resolve?.(verdict);
}
