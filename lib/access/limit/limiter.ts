import { Account, type Ruling } from './account.ts';
import { type Cost, oneRequest, type Policy, type Verdict } from './policy.ts';
import {
  type Settlement,
  type SettlementAnswer,
  type SettlementRequest,
  type SubjectAnswer,
  Subjects,
} from './settlement.ts';

/** How often the owner of a limiter calls `settle`: twice in B6's 100 ms, to keep to them on a busy machine. */
export const SETTLE_EVERY_MS = 50;

/** How long a request waits for the primary before this process decides alone. */
export const ANSWER_WITHIN_MS = 250;

const FORGET_IDLE_AFTER_MS = 60_000;
const MAX_SUBJECTS_PER_MESSAGE = 1_000;

/** Sends messages to the primary. Each must arrive once, in order. The answer goes to `limiter.receive`. */
export type SettlementLink = Readonly<{
  workers: number;
  send: (request: SettlementRequest, nowMs: number) => void;
}>;

/** A request waiting for the primary's decision. */
type Waiter = {
  readonly policy: Policy;
  readonly cost: Cost;
  timesDenied: number;
  verdict: Verdict | undefined;
  resolve: ((verdict: Verdict) => void) | undefined;
};

/** `isChanged`: it is part of the next message to the primary. `asked` are in the message under way, `waiting` are not. */
type SubjectEntry = { readonly account: Account; isChanged: boolean; waiting: Waiter[]; asked: Waiter[] };

type SentMessage = Readonly<{ id: number; entries: readonly SubjectEntry[]; sentAtMs: number }>;

/**
 * Counts requests per subject against their limits (B6), across all workers of one machine.
 *
 * Each worker counts on top of the last total from the primary. Between two answers it admits on its own at most its even
 * share of what was left: floor(left / workers). Beyond that, and for its first request in a day, the request waits for
 * the primary, which decides and counts it. A worker refuses only if what has certainly been spent leaves no room, so a
 * caller below its limit is never refused. The bound: the worker with the latest answer keeps that total and its own
 * spending within the quota, and only the others' unreported shares come on top: in one window at most
 * (workers − 1) × floor(quota / workers) requests too many, none with one worker.
 *
 * If the primary does not answer within ANSWER_WITHIN_MS, workers count alone until it does: refusing would shut out
 * callers below their limit, and waiting would hang them, while counting alone admits at most `workers` quotas.
 */
export class Limiter {
  readonly #name: string;
  readonly #link: SettlementLink;
  readonly #entries: Subjects<SubjectEntry>;
  #changed: SubjectEntry[] = [];
  #inFlight: SentMessage | undefined;
  #lastId = 0;
  #isSendWanted = false;
  #isPrimarySilent = false;
  #agedAtMs = Number.NEGATIVE_INFINITY;

  /** @param kind.capacity subjects in memory; the primary still knows what a dropped one has spent */
  constructor({ name, capacity, link }: { name: string; capacity: number; link: SettlementLink }) {
    this.#name = name;
    this.#link = link;
    this.#entries = new Subjects(capacity, (subject) => ({
      account: new Account(subject),
      isChanged: false,
      waiting: [],
      asked: [],
    }));
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether the primary has not answered in time, so this process counts alone. */
  get isAlone(): boolean {
    return this.#isPrimarySilent;
  }

  /**
   * Counts a request of `subject` at its whole cost, or refuses it and counts nothing. Returns a Promise only if the
   * primary must decide.
   */
  take(subject: string, policy: Policy, nowMs: number, cost = oneRequest): Verdict | Promise<Verdict> {
    const entry = this.#entries.obtain(subject);
    const { account } = entry;
    account.enter(policy, nowMs);
    this.#markChanged(entry);
    const ruling = this.#judge(entry, policy, cost);
    if (ruling === 'ask') return this.#ask(entry, { policy, cost, nowMs });
    if (ruling === 'admit') account.spend(policy, cost);
    return account.verdict(policy, ruling === 'admit', cost, nowMs);
  }

  /** Gives back a request that was admitted at `takenAtMs` and then refused for another reason, so it does not count. */
  refund(subject: string, policy: Policy, takenAtMs: number, nowMs: number, cost = oneRequest): void {
    const entry = this.#entries.obtain(subject);
    entry.account.refund(policy, cost, takenAtMs, nowMs);
    this.#markChanged(entry);
  }

  /** To be called every SETTLE_EVERY_MS, and once more before the process ends. */
  settle(nowMs: number): void {
    if (this.#inFlight !== undefined) {
      this.#isSendWanted = true;
      if (Math.abs(nowMs - this.#inFlight.sentAtMs) > ANSWER_WITHIN_MS) this.#decideAlone(this.#inFlight, nowMs);
      return;
    }
    this.#send(nowMs);
    if (Math.abs(nowMs - this.#agedAtMs) >= FORGET_IDLE_AFTER_MS) {
      this.#entries.age();
      this.#agedAtMs = nowMs;
    }
  }

  /** Handles the primary's answer to the message in flight; any other answer is ignored. */
  receive(answer: SettlementAnswer, nowMs: number): void {
    const sent = this.#inFlight;
    if (sent === undefined || sent.id !== answer.id) return;
    this.#inFlight = undefined;
    this.#isPrimarySilent = false;
    for (const [at, entry] of sent.entries.entries()) {
      this.#settleEntry(entry, answer.subjects[at] ?? { counts: [], granted: [] }, nowMs);
    }
    if (this.#isSendWanted) this.#send(nowMs);
  }

  #judge({ account, waiting, asked }: SubjectEntry, policy: Policy, cost: Cost): Ruling {
    if (this.#isPrimarySilent) return judgeAlone(account, policy, cost);
    const ruling = account.judge(policy, cost, this.#link.workers);
    // no request overtakes waiting ones, or this worker's own share would come on top of what they are granted
    return ruling === 'admit' && waiting.length + asked.length > 0 ? 'ask' : ruling;
  }

  #markChanged(entry: SubjectEntry): void {
    if (entry.isChanged) return;
    entry.isChanged = true;
    this.#changed.push(entry);
  }

  #ask(entry: SubjectEntry, { policy, cost, nowMs }: { policy: Policy; cost: Cost; nowMs: number }) {
    const waiter: Waiter = { policy, cost, timesDenied: 0, verdict: undefined, resolve: undefined };
    entry.waiting.push(waiter);
    this.#send(nowMs);
    // a single process has its answer already
    if (waiter.verdict !== undefined) return waiter.verdict;
    return new Promise<Verdict>((resolve) => {
      waiter.resolve = resolve;
    });
  }

  /** Sends one message at a time; later changes go into the next one. */
  #send(nowMs: number): void {
    if (this.#inFlight !== undefined) {
      this.#isSendWanted = true;
      return;
    }
    const entries = this.#changed.splice(0, MAX_SUBJECTS_PER_MESSAGE);
    this.#isSendWanted = this.#changed.length > 0;
    if (entries.length === 0) return;
    const subjects = entries.map((entry) => {
      entry.isChanged = false;
      entry.asked = entry.waiting;
      entry.waiting = [];
      return entry.account.request(entry.asked.map((waiter) => waiter.cost));
    });
    const id = ++this.#lastId;
    this.#inFlight = { id, entries, sentAtMs: nowMs };
    this.#link.send({ limiter: this.#name, id, subjects }, nowMs);
  }

  #settleEntry(entry: SubjectEntry, answer: SubjectAnswer, nowMs: number): void {
    const { account, asked, waiting } = entry;
    account.settle(answer);
    const denied: Waiter[] = [];
    for (const [at, waiter] of asked.entries()) {
      const isGranted = answer.granted[at] === true;
      if (waiter.verdict !== undefined) {
        if (isGranted) account.undoDoubleCount(waiter.policy, waiter.cost, answer);
        this.#markChanged(entry);
      } else if (isGranted) {
        account.enter(waiter.policy, nowMs);
        conclude(waiter, account.verdict(waiter.policy, true, waiter.cost, nowMs));
      } else {
        waiter.timesDenied++;
        denied.push(waiter);
      }
    }
    entry.asked = [];
    entry.waiting = this.#judgeQueue(account, [...denied, ...waiting], nowMs);
    if (denied.length + waiting.length > 0) this.#markChanged(entry);
    if (entry.waiting.length > 0) this.#isSendWanted = true;
  }

  /**
   * Decides waiting requests in order, by the new totals and the current windows, and returns the rest, from the first
   * that must ask. If one was denied twice and should ask again, the primary is in another window and cannot help, so
   * it is decided here.
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

  #decideAlone(sent: SentMessage, nowMs: number): void {
    this.#isPrimarySilent = true;
    for (const { account, asked } of sent.entries) {
      for (const waiter of asked) if (waiter.verdict === undefined) concludeAlone(account, waiter, nowMs);
    }
    for (const entry of this.#changed) {
      for (const waiter of entry.waiting) concludeAlone(entry.account, waiter, nowMs);
      entry.waiting = [];
    }
  }
}

/** The limiter of a single process: it settles at once, so `take` never returns a Promise. */
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
