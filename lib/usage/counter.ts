import type { Caller } from '#lib/access/caller.ts';
import { accountBucketOf } from './account-latency.ts';
import {
  mostCallerAddressesADay,
  mostRefusedAddressesAnHour,
  NOBODY,
  type RefusalReason,
  type UsageApi,
  type UsageBatch,
} from './batch.ts';
import { batchOf } from './batch-of-tallies.ts';
import { latencyBucketOf } from './latency.ts';
import { statusSlotOf } from './status-slot.ts';
import { AccountTally, type ApiTally, newTallies, Tally } from './tally.ts';

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
