import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { readLatenciesOf, readRequestsOf } from './of-account.ts';
import { writeUsage } from './write-batches.ts';

const hour = Date.parse('2026-11-20T23:00:00+13:00');
const day = Date.parse('2026-11-20T00:00:00+13:00');
const quarterMs = 900_000;

/** One request of accounts 1 and 2 in this quarter hour, of which account 2's is slow and refused. */
const batch = (quarterStartsAt: number): UsageBatch => ({
  quarterStartsAt,
  requests: [
    { api: 'broadband', accountId: 1, status: 200, count: 1 },
    { api: 'broadband', accountId: 2, status: 429, count: 1 },
    { api: 'registry', accountId: 1, status: 200, count: 50 },
  ],
  accountLatencies: [
    { api: 'broadband', accountId: 1, bucket: 8, count: 1 },
    { api: 'broadband', accountId: 2, bucket: 20, count: 1 },
    { api: 'registry', accountId: 1, bucket: 8, count: 50 },
  ],
  latencies: [],
  callers: [],
  refused: [],
  keyUses: [],
});

let reader: Connection;
beforeEach(async () => {
  const database = freshDatabase();
  reader = database.reader;
  const quarters = [hour - quarterMs, hour, hour + quarterMs, hour + 4 * quarterMs];
  await writeUsage(database.writer, quarters.map(batch));
});

const both = { api: 'broadband', accountIds: [1, 2] } as const;

test('a quarter hour, an hour and a day have the same requests and response times, of these accounts alone', () => {
  const scopes = [
    { ...both, span: 'quarter', startsAt: [hour, hour + quarterMs] },
    { ...both, span: 'hour', startsAt: [hour - 3_600_000, hour] },
    { ...both, span: 'day', startsAt: [day] },
  ] as const;
  expect(
    scopes.map((scope) => readRequestsOf(reader, scope).map((row) => [row.startsAt, row.status, row.count])),
  ).toEqual([
    [
      [hour, 200, 1],
      [hour, 429, 1],
      [hour + quarterMs, 200, 1],
      [hour + quarterMs, 429, 1],
    ],
    [
      [hour - 3_600_000, 200, 1],
      [hour - 3_600_000, 429, 1],
      [hour, 200, 2],
      [hour, 429, 2],
    ],
    [
      [day, 200, 3],
      [day, 429, 3],
    ],
  ]);
  expect(
    scopes.map((scope) => readLatenciesOf(reader, scope).map((row) => [row.startsAt, row.bucket, row.count])),
  ).toEqual([
    [
      [hour, 8, 1],
      [hour, 20, 1],
      [hour + quarterMs, 8, 1],
      [hour + quarterMs, 20, 1],
    ],
    [
      [hour - 3_600_000, 8, 1],
      [hour - 3_600_000, 20, 1],
      [hour, 8, 2],
      [hour, 20, 2],
    ],
    [
      [day, 8, 3],
      [day, 20, 3],
    ],
  ]);
});

test('another account’s requests and response times are not counted', () => {
  const own = { ...both, accountIds: [1], span: 'day', startsAt: [day] } as const;
  expect(readRequestsOf(reader, own)).toEqual([{ startsAt: day, status: 200, count: 3 }]);
  expect(readLatenciesOf(reader, own)).toEqual([{ startsAt: day, bucket: 8, count: 3 }]);
  expect(readLatenciesOf(reader, { ...own, accountIds: [] })).toEqual([]);
});
