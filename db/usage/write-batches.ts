import type { Connection } from '#db/client.ts';
import { writePaced } from '#db/paced-write.ts';
import { isStorageRefusal } from '#db/storage-fault.ts';
import { commit } from '#db/transaction.ts';
import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';
import {
  addressDays,
  type CallerCount,
  mostCallerAddressesADay,
  mostRefusedAddressesAnHour,
  type RefusedCount,
  type UsageBatch,
} from '#lib/usage/batch.ts';

const hourMs = 3_600_000;

/** Writes one count in all its spans; called inside a transaction. */
type RowWrite = () => void;

/** Counts that are kept until they can be stored; beyond so many rows, the oldest are lost. */
const mostUnwritten = 100_000;

/**
 * Adds the counts of processes to the stored ones, in short transactions. Every row is a sum of its own, so half a batch is
 * as correct as a whole one.
 */
export async function writeUsage(connection: Connection, batches: readonly UsageBatch[]): Promise<void> {
  const usage = new UnwrittenUsage(connection);
  usage.add(batches);
  await usage.write();
}

/** Counts that are not stored yet. While nothing can be written they wait, so that no count is lost or added twice. */
export class UnwrittenUsage {
  readonly #connection: Connection;
  #rows: RowWrite[] = [];

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  add(batches: readonly UsageBatch[]): void {
    const added = batches.flatMap((batch) => rowsOf(this.#connection, batch));
    this.#rows = [...this.#rows, ...added].slice(-mostUnwritten);
  }

  /** @throws Refusal when the rest cannot be written now and waits; any other fault loses the rest */
  async write(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    let written = 0;
    const onProgress = (sum: number) => {
      written = sum;
    };
    try {
      await writePaced(this.#connection, rows, (write) => write(), { onProgress });
    } catch (fault) {
      if (isStorageRefusal(fault)) this.#rows = [...rows.slice(written), ...this.#rows];
      throw fault;
    }
  }
}

function rowsOf({ sqlite }: Connection, batch: UsageBatch): RowWrite[] {
  const { quarterStartsAt } = batch;
  const hourStartsAt = quarterStartsAt - (quarterStartsAt % hourMs);
  const dayStartsAt = aucklandMidnight(hourStartsAt, 0);
  const spans = [
    ['hour', hourStartsAt],
    ['day', dayStartsAt],
  ] as const;

  const addRequests = sqlite.prepare(
    `INSERT INTO usage_count (span, starts_at, api, account_id, status, count) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const addLatencies = sqlite.prepare(
    `INSERT INTO usage_latency (span, starts_at, api, bucket, count) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const addQuarter = sqlite.prepare(
    `INSERT INTO usage_quarter (starts_at, api, account_id, status, count) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  const addAccountLatencies = sqlite.prepare(
    `INSERT INTO usage_account_latency (span, starts_at, api, account_id, bucket, count) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count`,
  );
  // a key may have been removed since it was used
  const touchKey = sqlite.prepare(
    `INSERT INTO key_use (key_id, last_used_at, last_network) SELECT id, ?, ? FROM api_key WHERE id = ?
     ON CONFLICT DO UPDATE SET last_used_at = excluded.last_used_at, last_network = excluded.last_network
     WHERE excluded.last_used_at >= last_used_at`,
  );
  const addCaller = boundedCallers(sqlite, dayStartsAt);
  const addRefused = boundedRefused(sqlite, hourStartsAt);
  return [
    ...batch.requests.map(({ api, accountId, status, count }) => () => {
      addQuarter.run(quarterStartsAt, api, accountId, status, count);
      for (const [span, startsAt] of spans) addRequests.run(span, startsAt, api, accountId, status, count);
    }),
    ...batch.latencies.map(({ api, bucket, count }) => () => {
      for (const [span, startsAt] of spans) addLatencies.run(span, startsAt, api, bucket, count);
    }),
    ...batch.accountLatencies.map(({ api, accountId, bucket, count }) => () => {
      addAccountLatencies.run('quarter', quarterStartsAt, api, accountId, bucket, count);
      addAccountLatencies.run('day', dayStartsAt, api, accountId, bucket, count);
    }),
    ...batch.callers.map((caller) => () => addCaller(caller)),
    ...batch.refused.map((refused) => () => addRefused(refused)),
    ...batch.keyUses.map(({ keyId, lastUsedAt, lastNetwork }) => () => {
      touchKey.run(lastUsedAt, lastNetwork, keyId);
    }),
  ];
}

/** Adds callers of a day, with their address while the limit allows. */
function boundedCallers(sqlite: Connection['sqlite'], dayStartsAt: number): (caller: CallerCount) => void {
  const add = sqlite.prepare(
    `INSERT INTO usage_caller (day_starts_at, api, account_id, address, count, errors, last_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count, errors = errors + excluded.errors,
       last_at = max(last_at, excluded.last_at)`,
  );
  const isKept = sqlite
    .prepare('SELECT 1 FROM usage_caller WHERE day_starts_at = ? AND api = ? AND account_id = ? AND address = ?')
    .pluck();
  const room = roomFor(
    sqlite.prepare("SELECT count(*) FROM usage_caller WHERE day_starts_at = ? AND address <> ''").pluck(),
    dayStartsAt,
    mostCallerAddressesADay,
  );
  return ({ api, accountId, address, count, errors, lastAt }) => {
    const kept = address === '' || isKept.get(dayStartsAt, api, accountId, address) !== undefined || room.take();
    add.run(dayStartsAt, api, accountId, kept ? address : '', count, errors, lastAt);
  };
}

/** Adds refused callers of an hour, with their address while the limit allows. */
function boundedRefused(sqlite: Connection['sqlite'], hourStartsAt: number): (refused: RefusedCount) => void {
  const add = sqlite.prepare(
    `INSERT INTO refused_caller (hour_starts_at, address, api, reason, count, last_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`,
  );
  const isKept = sqlite.prepare('SELECT 1 FROM refused_caller WHERE hour_starts_at = ? AND address = ?').pluck();
  const room = roomFor(
    sqlite
      .prepare("SELECT count(DISTINCT address) FROM refused_caller WHERE hour_starts_at = ? AND address <> ''")
      .pluck(),
    hourStartsAt,
    mostRefusedAddressesAnHour,
  );
  return ({ api, address, reason, count, lastAt }) => {
    const kept = address === '' || isKept.get(hourStartsAt, address) !== undefined || room.take();
    add.run(hourStartsAt, kept ? address : '', api, reason, count, lastAt);
  };
}

/** How many more addresses may be kept; counted when the first one is taken. */
function roomFor(counting: { get(startsAt: number): unknown }, startsAt: number, most: number): { take(): boolean } {
  let taken: number | undefined;
  return {
    take() {
      taken ??= Number(counting.get(startsAt));
      if (taken >= most) return false;
      taken++;
      return true;
    },
  };
}

/** How long counts by the hour are kept, in days; counts by the day are kept permanently. */
const hourDays = 35;
/** The same for counts by the quarter hour: the longest period by the hour adds them up. */
const quarterDays = 8;

/**
 * Removes the addresses of callers after `addressDays` but keeps their counts, and counts by the hour after 35 days and
 * by the quarter hour after 8; at most `limit` rows of each kind in one short transaction.
 *
 * @returns how many rows were removed
 */
export function tidyUsage(connection: Connection, nowMs: EpochMs, limit: number): number {
  const { sqlite } = connection;
  const addressesUntil = aucklandMidnight(nowMs, -addressDays);
  const hoursUntil = aucklandMidnight(nowMs, -hourDays);
  const quartersUntil = aucklandMidnight(nowMs, -quarterDays);
  const tidy = (): number => {
    return (
      removeWhere('usage_caller', 'day_starts_at, api, account_id, address', 'day_starts_at < ?', addressesUntil) +
      forgetRefusedAddresses() +
      removeWhere('usage_count', countKey, "span = 'hour' AND starts_at < ?", hoursUntil) +
      removeWhere('usage_latency', 'span, starts_at, api, bucket', "span = 'hour' AND starts_at < ?", hoursUntil) +
      removeWhere('usage_quarter', 'starts_at, api, account_id, status', 'starts_at < ?', quartersUntil) +
      removeWhere('usage_account_latency', accountLatencyKey, "span = 'quarter' AND starts_at < ?", quartersUntil)
    );
  };

  function removeWhere(table: string, key: string, condition: string, until: EpochMs): number {
    const found = `SELECT ${key} FROM ${table} WHERE ${condition} ORDER BY ${key} LIMIT ?`;
    return sqlite.prepare(`DELETE FROM ${table} WHERE (${key}) IN (${found})`).run(until, limit).changes;
  }

  function forgetRefusedAddresses(): number {
    const key = 'hour_starts_at, address, api, reason';
    const isOld = "hour_starts_at < ? AND address <> ''";
    const addToOthers = sqlite.prepare(
      `INSERT INTO refused_caller (hour_starts_at, address, api, reason, count, last_at)
       SELECT hour_starts_at, '', api, reason, sum(count), max(last_at)
       FROM (SELECT * FROM refused_caller WHERE ${isOld} ORDER BY ${key} LIMIT ?)
       GROUP BY hour_starts_at, api, reason
       ON CONFLICT DO UPDATE SET count = count + excluded.count, last_at = max(last_at, excluded.last_at)`,
    );
    addToOthers.run(addressesUntil, limit);
    return removeWhere('refused_caller', key, isOld, addressesUntil);
  }

  return commit(connection, tidy, 'kill');
}

const countKey = 'span, starts_at, api, account_id, status';
const accountLatencyKey = 'span, starts_at, api, account_id, bucket';
