import type { Address } from '#lib/access/address.ts';
import { accountBuckets } from './account-latency.ts';
import type { RefusalReason, UsageApi } from './batch.ts';
import { latencyBuckets } from './latency.ts';
import { statusSlots } from './status-slot.ts';

/** How many requests, how many of them errors (status 400 and above), and when the last one was. */
export class Tally {
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
export class AccountTally {
  readonly byStatus = new Int32Array(statusSlots);
  /** By the buckets of `account-latency.ts`. */
  readonly latencies = new Int32Array(accountBuckets);
  readonly byAddress = new Map<string, Tally>();
  readonly otherAddresses = new Tally();
  lastAddress: Address | undefined;
  lastAt = 0;
}

/** The requests to one API. */
export class ApiTally {
  readonly accounts = new Map<number, AccountTally>();
  readonly latencies = new Int32Array(latencyBuckets);
  readonly refusedAddresses = new Map<string, Tally>();
  readonly refusedOthers = new Map<RefusalReason, Tally>();
}

/** The requests to each API. */
export type Tallies = Readonly<Record<UsageApi, ApiTally>>;

export const newTallies = (): Tallies => ({ registry: new ApiTally(), broadband: new ApiTally() });
