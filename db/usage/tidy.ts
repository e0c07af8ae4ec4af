import type { Connection } from '#db/client.ts';
import { commit } from '#db/transaction.ts';
import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';
import { addressDays } from '#lib/usage/batch.ts';

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
