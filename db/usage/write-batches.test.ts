import { expect, test } from 'vitest';
import { keyUse } from '#db/access/schema.ts';
import type { Connections } from '#db/client.ts';
import {
  refusedCaller,
  usageAccountLatency,
  usageCaller,
  usageCount,
  usageLatency,
  usageQuarter,
} from '#db/usage/schema.ts';
import { apiKeyPrefix, hashApiKey } from '#lib/access/keys/api-key.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { mostRefusedAddressesAnHour, type RefusedCount, type UsageBatch } from '#lib/usage/batch.ts';
import { addKey, requireUser } from '#tests/support/access.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tidyUsage, writeUsage } from './write-batches.ts';

const hour = Date.parse('2026-11-20T23:00:00+13:00');
const day = Date.parse('2026-11-20T00:00:00+13:00');
const empty = { requests: [], latencies: [], accountLatencies: [], callers: [], refused: [], keyUses: [] };
const batch = (more: Partial<UsageBatch>): UsageBatch => ({ quarterStartsAt: hour, ...empty, ...more });

function refusal(address: string, more: Partial<RefusedCount> = {}): RefusedCount {
  return { api: 'registry', address, reason: 'not allowed', count: 1, lastAt: hour, ...more };
}

const keptAddresses = ({ reader }: Connections) =>
  reader.db
    .select()
    .from(refusedCaller)
    .all()
    .filter(({ address }) => address !== '');

test('the counts of two workers add up, by hour and by Auckland day', async () => {
  const database = freshDatabase();
  const worker = (count: number, quarterStartsAt = hour) =>
    batch({
      quarterStartsAt,
      requests: [{ api: 'registry', accountId: 3, status: 200, count }],
      latencies: [{ api: 'registry', bucket: 40, count }],
    });
  await writeUsage(database.writer, [worker(5), worker(7)]);
  await writeUsage(database.writer, [worker(1, hour - 3_600_000), worker(2, hour + 3_600_000)]);
  const { db } = database.reader;
  const expected = [
    ['day', day, 13],
    ['day', day + 86_400_000, 2],
    ['hour', hour - 3_600_000, 1],
    ['hour', hour, 12],
    ['hour', hour + 3_600_000, 2],
  ];
  expect(
    db
      .select()
      .from(usageCount)
      .all()
      .map((row) => [row.span, row.startsAt, row.count]),
  ).toEqual(expected);
  expect(
    db
      .select()
      .from(usageLatency)
      .all()
      .map((row) => [row.span, row.startsAt, row.count]),
  ).toEqual(expected);
});

test('a caller’s counts add up over the hours of a day, and the latest time is kept', async () => {
  const database = freshDatabase();
  const caller = { api: 'broadband', accountId: 7, address: '192.0.2.1', count: 2, errors: 1 } as const;
  await writeUsage(database.writer, [
    batch({ callers: [{ ...caller, lastAt: hour + 9 }] }),
    batch({ quarterStartsAt: hour - 3_600_000, callers: [{ ...caller, lastAt: hour - 9 }] }),
  ]);
  expect(database.reader.db.select().from(usageCaller).all()).toEqual([
    { ...caller, dayStartsAt: day, count: 4, errors: 2, lastAt: hour + 9 },
  ]);
});

test('a key’s last use only moves forward, and that of a removed key is ignored', async () => {
  const database = freshDatabase();
  const { db } = database.writer;
  const text = 'TestUsageKeyTestUsageKeyTestUsageKey0001';
  const userId = requireUser(db, 'usage@watea.example', hour);
  const keyId = addKey(db, { userId, hash: hashApiKey(text), prefix: apiKeyPrefix(text) }, hour);
  const used = (lastUsedAt: number, lastNetwork: string, id = keyId) =>
    batch({ keyUses: [{ keyId: id, lastUsedAt, lastNetwork }] });
  await writeUsage(database.writer, [used(5, '192.0.2.0/24'), used(9, '198.51.100.0/24'), used(7, '203.0.113.0/24')]);
  await writeUsage(database.writer, [used(5, '192.0.2.0/24', keyId + 1)]);
  expect(database.reader.db.select().from(keyUse).all()).toEqual([
    { keyId, lastUsedAt: 9, lastNetwork: '198.51.100.0/24' },
  ]);
});

test('at most 1,000 refused addresses per hour are kept and the rest counted, with any number of workers', async () => {
  const database = freshDatabase();
  const worker = (first: number) =>
    batch({
      refused: Array.from({ length: 600 }, (_, at) => refusal(`10.0.${(first + at) >> 8}.${(first + at) & 255}`)),
    });
  await writeUsage(database.writer, [worker(0)]);
  await writeUsage(database.writer, [worker(500), worker(1100)]);
  const rows = database.reader.db.select().from(refusedCaller).all();
  expect(keptAddresses(database)).toHaveLength(mostRefusedAddressesAnHour);
  expect(rows.reduce((total, { count }) => total + count, 0)).toBe(1800);
  expect(rows.filter(({ address }) => address === '')).toHaveLength(1);

  // the next hour has its own limit, and a kept address is still counted
  await writeUsage(database.writer, [
    batch({ refused: [refusal('10.0.0.0', { lastAt: hour + 5 })] }),
    batch({ quarterStartsAt: hour + 3_600_000, refused: [refusal('10.9.9.9')] }),
  ]);
  const kept = keptAddresses(database);
  expect(kept.find(({ address }) => address === '10.0.0.0')).toMatchObject({ count: 2, lastAt: hour + 5 });
  expect(kept.some(({ address }) => address === '10.9.9.9')).toBe(true);
});

test('counts by the quarter hour are removed after 8 days, caller addresses after 30; the other counts stay', async () => {
  const database = freshDatabase();
  const caller = { api: 'registry', accountId: 3, address: '192.0.2.1', count: 4, errors: 0, lastAt: hour } as const;
  await writeUsage(database.writer, [
    batch({
      requests: [{ api: 'registry', accountId: 3, status: 200, count: 4 }],
      latencies: [{ api: 'registry', bucket: 40, count: 4 }],
      accountLatencies: [{ api: 'registry', accountId: 3, bucket: 8, count: 4 }],
      callers: [caller],
      refused: [refusal('192.0.2.9', { count: 3 }), refusal('192.0.2.8'), refusal('')],
    }),
  ]);
  expect(tidyUsage(database.writer, aucklandMidnight(hour, 9) - 1, 100)).toBe(0);
  expect(tidyUsage(database.writer, aucklandMidnight(hour, 9), 100)).toBe(2);
  const { db } = database.reader;
  expect(db.select().from(usageQuarter).all()).toEqual([]);
  expect(
    db
      .select()
      .from(usageAccountLatency)
      .all()
      .map(({ span }) => span),
  ).toEqual(['day']);
  const lastKept = aucklandMidnight(hour, 31) - 1;
  expect(tidyUsage(database.writer, lastKept, 100)).toBe(0);
  expect(tidyUsage(database.writer, lastKept + 1, 100)).toBe(3);
  expect(db.select().from(usageCaller).all()).toEqual([]);
  expect(db.select().from(refusedCaller).all()).toEqual([
    { hourStartsAt: hour, address: '', api: 'registry', reason: 'not allowed', count: 5, lastAt: hour },
  ]);
  expect(
    db
      .select()
      .from(usageCount)
      .all()
      .map(({ span, count }) => [span, count]),
  ).toEqual([
    ['day', 4],
    ['hour', 4],
  ]);

  expect(tidyUsage(database.writer, aucklandMidnight(hour, 36), 100)).toBe(2);
  expect(
    db
      .select()
      .from(usageCount)
      .all()
      .map(({ span, count }) => [span, count]),
  ).toEqual([['day', 4]]);
  expect(
    db
      .select()
      .from(usageLatency)
      .all()
      .map(({ span, count }) => [span, count]),
  ).toEqual([['day', 4]]);
});

test('a removal deletes a limited number of rows, and continues next time', async () => {
  const database = freshDatabase();
  await writeUsage(database.writer, [
    batch({ refused: Array.from({ length: 25 }, (_, at) => refusal(`192.0.2.${at}`)) }),
  ]);
  const later = aucklandMidnight(hour, 40);
  expect([1, 2, 3, 4].map(() => tidyUsage(database.writer, later, 10))).toEqual([10, 10, 5, 0]);
});
