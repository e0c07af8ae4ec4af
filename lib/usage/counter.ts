import type { Address } from '#lib/access/address.ts';
import type { Caller } from '#lib/access/caller.ts';
import { networkOf } from '#lib/access/network.ts';
import {
  type CallerCount,
  type KeyUse,
  mostCallerAddressesADay,
  mostRefusedAddressesAnHour,
  NOBODY,
  type RefusalReason,
  type RefusedCount,
  type UsageApi,
  type UsageBatch,
} from './batch.ts';
import { accountBucketOf, accountBuckets, latencyBucketOf, latencyBuckets } from './latency.ts';
import { statusOfSlot, statusSlotOf, statusSlots } from './outcome.ts';

const quarterMs = 900_000;

/**
 * Counts the requests of this process in memory until `drain` takes the counts. A request of a caller that was counted
 * since the last drain allocates nothing, and memory is bounded however many addresses send requests.
 */
export class UsageCounter {
  #quarterStartsAt = 0;
  #isEmpty = true;
  #tallies = newTallies();
  #callerAddresses = 0;
  #refusedAddresses = 0;
  #finished: UsageBatch[] = [];

  /**
   * Counts one request that has ended.
   *
   * @param accountId the id of the recognised registrar or key, NOBODY or OWN_MAP
   * @param status of the answer; 0 when the caller left before it
   * @param ms from the request's head to the end of the answer
   */
  count(api: UsageApi, accountId: number, status: number, ms: number, caller: Caller, nowMs: number): void {
    if (nowMs < this.#quarterStartsAt || nowMs >= this.#quarterStartsAt + quarterMs) this.#startQuarter(nowMs);
    this.#isEmpty = false;
    const tally = this.#tallies[api];
    const bucket = latencyBucketOf(ms);
    tally.latencies[bucket] = (tally.latencies[bucket] ?? 0) + 1;

    let account = tally.accounts.get(accountId);
    if (account === undefined) {
      account = new AccountTally();
      tally.accounts.set(accountId, account);
    }
    const slot = statusSlotOf(status);
    account.byStatus[slot] = (account.byStatus[slot] ?? 0) + 1;
    const wide = accountBucketOf(bucket);
    account.latencies[wide] = (account.latencies[wide] ?? 0) + 1;
    if (accountId > NOBODY) this.#countCaller(account, status, caller, nowMs);
    else if (accountId === NOBODY && isRefusal(status)) this.#countRefused(api, tally, caller, status, nowMs);
  }

  /** Takes the counts since the last call: one batch for each quarter hour; none without requests. */
  drain(): UsageBatch[] {
    this.#close();
    const batches = this.#finished;
    if (batches.length > 0) this.#finished = [];
    return batches;
  }

  #countCaller(account: AccountTally, status: number, caller: Caller, nowMs: number): void {
    account.lastAt = nowMs;
    let tally: Tally | undefined = account.otherAddresses;
    if (caller.known) {
      account.lastAddress = caller.address;
      tally = account.byAddress.get(caller.address.text);
      if (tally === undefined && this.#callerAddresses < mostCallerAddressesADay) {
        this.#callerAddresses++;
        tally = new Tally();
        account.byAddress.set(caller.address.text, tally);
      }
    }
    (tally ?? account.otherAddresses).add(status, nowMs);
  }

  #countRefused(api: UsageApi, tallies: ApiTally, caller: Caller, status: number, nowMs: number): void {
    let tally: Tally | undefined;
    if (caller.known) {
      tally = tallies.refusedAddresses.get(caller.address.text);
      if (tally === undefined && this.#refusedAddresses < mostRefusedAddressesAnHour) {
        this.#refusedAddresses++;
        tally = new Tally();
        tallies.refusedAddresses.set(caller.address.text, tally);
      }
    }
    if (tally === undefined) {
      const reason = refusalReasonOf(api, caller);
      tally = tallies.refusedOthers.get(reason) ?? new Tally();
      tallies.refusedOthers.set(reason, tally);
    }
    tally.add(status, nowMs);
  }

  #startQuarter(nowMs: number): void {
    this.#close();
    this.#quarterStartsAt = nowMs - (nowMs % quarterMs);
  }

  #close(): void {
    if (this.#isEmpty) return;
    this.#finished.push(batchOf(this.#quarterStartsAt, this.#tallies));
    this.#tallies = newTallies();
    this.#isEmpty = true;
    this.#callerAddresses = 0;
    this.#refusedAddresses = 0;
  }
}

/** An unrecognised caller over the limit gets 429 in place of 401 or 403 (B6). */
const isRefusal = (status: number) => status === 401 || status === 403 || status === 429;

/** Why a caller was refused who was not recognised. */
export function refusalReasonOf(api: UsageApi, caller: Caller): RefusalReason {
  if (api === 'broadband') return 'no valid key';
  if (caller.known) return 'not allowed';
  return caller.reason === 'proxy-in-front' ? 'proxy in front' : 'address unknown';
}

const apis: readonly UsageApi[] = ['registry', 'broadband'];

/** Turns counts into the plain values that are sent and stored; zeros are left out. */
function batchOf(quarterStartsAt: number, tallies: Tallies): UsageBatch {
  const accounts = apis.flatMap((api) => {
    return [...tallies[api].accounts].map(([accountId, tally]) => ({ api, accountId, tally }));
  });
  return {
    quarterStartsAt,
    requests: accounts.flatMap(({ api, accountId, tally }) => {
      return nonZero(tally.byStatus).map(([slot, count]) => ({ api, accountId, status: statusOfSlot(slot), count }));
    }),
    latencies: apis.flatMap((api) => {
      return nonZero(tallies[api].latencies).map(([bucket, count]) => ({ api, bucket, count }));
    }),
    accountLatencies: accounts.flatMap(({ api, accountId, tally }) => {
      return nonZero(tally.latencies).map(([bucket, count]) => ({ api, accountId, bucket, count }));
    }),
    callers: accounts.flatMap(({ api, accountId, tally }): CallerCount[] => {
      return withOthers(tally.byAddress, tally.otherAddresses).map(([address, { count, errors, lastAt }]) => {
        return { api, accountId, address, count, errors, lastAt };
      });
    }),
    refused: apis.flatMap((api): RefusedCount[] => {
      const { refusedAddresses, refusedOthers } = tallies[api];
      const known = api === 'registry' ? 'not allowed' : 'no valid key';
      return [
        ...[...refusedAddresses].map(([address, tally]) => refusedCount(api, address, known, tally)),
        ...[...refusedOthers].map(([reason, tally]) => refusedCount(api, '', reason, tally)),
      ];
    }),
    keyUses: accounts.flatMap(({ api, accountId, tally }): KeyUse[] => {
      if (api !== 'broadband' || tally.lastAddress === undefined) return [];
      const network = networkOf(tally.lastAddress, tally.lastAddress.family === 4 ? 24 : 48);
      return [{ keyId: accountId, lastUsedAt: tally.lastAt, lastNetwork: network.text }];
    }),
  };
}

function nonZero(counts: Int32Array): [number, number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < counts.length; at++) {
    const count = counts[at] ?? 0;
    if (count > 0) found.push([at, count]);
  }
  return found;
}

function withOthers(byAddress: ReadonlyMap<string, Tally>, others: Tally): (readonly [string, Tally])[] {
  return others.count === 0 ? [...byAddress] : [...byAddress, ['', others]];
}

function refusedCount(api: UsageApi, address: string, reason: RefusalReason, { count, lastAt }: Tally): RefusedCount {
  return { api, address, reason, count, lastAt };
}

/** How many requests, how many of them errors (status 400 and above), and when the last one was. */
class Tally {
  count = 0;
  errors = 0;
  lastAt = 0;

  add(status: number, nowMs: number): void {
    this.count++;
    if (status >= 400) this.errors++;
    this.lastAt = nowMs;
  }
}

/** The requests of one account, or of unrecognised callers, to one API. */
class AccountTally {
  readonly byStatus = new Int32Array(statusSlots);
  /** By the buckets of `latency.ts`. */
  readonly latencies = new Int32Array(accountBuckets);
  readonly byAddress = new Map<string, Tally>();
  readonly otherAddresses = new Tally();
  lastAddress: Address | undefined;
  lastAt = 0;
}

/** The requests to one API. */
class ApiTally {
  readonly accounts = new Map<number, AccountTally>();
  readonly latencies = new Int32Array(latencyBuckets);
  readonly refusedAddresses = new Map<string, Tally>();
  readonly refusedOthers = new Map<RefusalReason, Tally>();
}

/** The requests to each API. */
type Tallies = Readonly<Record<UsageApi, ApiTally>>;

const newTallies = (): Tallies => ({ registry: new ApiTally(), broadband: new ApiTally() });
