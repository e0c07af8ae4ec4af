import { beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { apiKeyPrefix, hashApiKey } from '#lib/access/keys/api-key.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { addKey, addRegistrar, requireUser } from '#tests/support/access.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import {
  readExpiringKeys,
  readKeyNames,
  readLatencies,
  readLatenciesOf,
  readRegistrarNames,
  readRequests,
  readRequestsByAccount,
  readRequestsOf,
} from './questions.ts';
import { readTopAccounts, readTopCallers } from './rankings.ts';
import { everyRefusedCaller, readRefusedCallers, refusedPageSql } from './refused-callers.ts';
import { refusedCaller } from './schema.ts';
import { writeUsage } from './write-batches.ts';

const hour = Date.parse('2026-11-20T13:00:00+13:00');
const day = Date.parse('2026-11-20T00:00:00+13:00');
const dayMs = 86_400_000;
const all = { span: 'hour', from: 0, api: undefined } as const;
const registry = { ...all, api: 'registry' } as const;

const batch: UsageBatch = {
  quarterStartsAt: hour,
  requests: [
    { api: 'registry', accountId: 1, status: 200, count: 5 },
    { api: 'registry', accountId: 2, status: 200, count: 7 },
    { api: 'registry', accountId: 2, status: 400, count: 2 },
    { api: 'registry', accountId: 0, status: 403, count: 99 },
    { api: 'broadband', accountId: 1, status: 200, count: 11 },
  ],
  latencies: [{ api: 'registry', bucket: 40, count: 113 }],
  accountLatencies: [],
  callers: [
    { api: 'registry', accountId: 1, address: '192.0.2.1', count: 5, errors: 0, lastAt: hour + 1 },
    { api: 'registry', accountId: 2, address: '192.0.2.2', count: 8, errors: 2, lastAt: hour + 2 },
    { api: 'registry', accountId: 2, address: '', count: 1, errors: 0, lastAt: hour + 3 },
  ],
  refused: [
    { api: 'registry', address: '198.51.100.1', reason: 'not allowed', count: 90, lastAt: hour + 1 },
    { api: 'registry', address: '198.51.100.2', reason: 'not allowed', count: 5, lastAt: hour + 9 },
    { api: 'broadband', address: '198.51.100.1', reason: 'no valid key', count: 3, lastAt: hour + 4 },
    { api: 'registry', address: '', reason: 'proxy in front', count: 4, lastAt: hour + 4 },
  ],
  keyUses: [],
};

let reader: Connection;
let writer: Connection;
beforeEach(async () => {
  ({ reader, writer } = freshDatabase());
  await writeUsage(writer, [batch, { ...batch, quarterStartsAt: hour - 3_600_000 }]);
});

test('requests are read by hour, API and status, for one API or both, from a given instant', () => {
  const counted = (scope: Parameters<typeof readRequests>[1]) =>
    readRequests(reader, scope).map(({ startsAt, api, status, count }) => [startsAt, api, status, count]);
  expect(counted({ ...all, from: hour })).toEqual([
    [hour, 'broadband', 200, 11],
    [hour, 'registry', 200, 12],
    [hour, 'registry', 400, 2],
    [hour, 'registry', 403, 99],
  ]);
  expect(counted({ ...registry, span: 'day' })).toEqual([
    [day, 'registry', 200, 24],
    [day, 'registry', 400, 4],
    [day, 'registry', 403, 198],
  ]);
  expect(counted({ ...all, from: hour + 3_600_000 })).toEqual([]);
});

test('the accounts with the most requests come first, with their errors; unrecognised callers are left out', () => {
  const topScope = { from: day, api: 'registry' } as const;
  expect(readTopAccounts(reader, topScope, 10)).toEqual([
    { accountId: 2, count: 18, errors: 4 },
    { accountId: 1, count: 10, errors: 0 },
  ]);
  expect(readTopAccounts(reader, topScope, 1)).toHaveLength(1);
  expect(readRequestsByAccount(reader, { ...registry, startsAt: [hour], accountIds: [1, 2] })).toEqual([
    { startsAt: hour, accountId: 1, count: 5 },
    { startsAt: hour, accountId: 2, count: 9 },
  ]);
});

test('the addresses with the most requests come first, without those that are only counted', () => {
  expect(readTopCallers(reader, { from: day, api: undefined }, 10)).toEqual([
    { api: 'registry', accountId: 2, address: '192.0.2.2', count: 16, errors: 4, lastAt: hour + 2 },
    { api: 'registry', accountId: 1, address: '192.0.2.1', count: 10, errors: 0, lastAt: hour + 1 },
  ]);
  expect(readTopCallers(reader, { from: day, api: 'broadband' }, 10)).toEqual([]);
});

test('durations are read by hour and bucket', () => {
  expect(readLatencies(reader, { ...all, from: hour })).toEqual([
    { startsAt: hour, api: 'registry', bucket: 40, count: 113 },
  ]);
});

describe('refused callers', () => {
  const page = { sort: 'last', descending: true, page: 1, pageSize: 2 } as const;

  test('have one row for each address and API, sorted and paged, and a count of those without an address', () => {
    const found = readRefusedCallers(reader, { from: hour - 3_600_000, api: undefined }, page);
    expect(found).toEqual({
      rows: [
        { address: '198.51.100.2', api: 'registry', count: 10, lastAt: hour + 9 },
        { address: '198.51.100.1', api: 'broadband', count: 6, lastAt: hour + 4 },
      ],
      callers: 3,
      withoutAddress: [{ reason: 'proxy in front', count: 8 }],
    });
    const addresses = (more: object) =>
      readRefusedCallers(reader, { from: 0, api: undefined }, { ...page, ...more }).rows.map(({ count }) => count);
    expect(addresses({ page: 2 })).toEqual([180]);
    expect(addresses({ sort: 'count' })).toEqual([180, 10]);
    expect(addresses({ sort: 'count', descending: false, pageSize: 9 })).toEqual([6, 10, 180]);
    expect(readRefusedCallers(reader, { from: 0, api: undefined }, { ...page, page: 9 })).toMatchObject({
      rows: [],
      callers: 3,
    });
  });

  const planOf = (sort: 'last' | 'count') =>
    reader.sqlite
      .prepare<Record<string, unknown>, { detail: string }>(
        `EXPLAIN QUERY PLAN ${refusedPageSql({ sort, descending: true })}`,
      )
      .all({ from: 0, api: null, limit: 1, offset: 0 })
      .map(({ detail }) => detail)
      .join('\n');

  test('are summed from the index alone, sorted by their requests', () => {
    expect(planOf('count')).toContain('USING COVERING INDEX refused_caller_by_address');
    expect(planOf('count')).not.toContain('GROUP BY');
  });

  test('are counted and found in the order of an index, the last first, and only a page of them is summed', () => {
    const plan = planOf('last');
    expect(plan.match(/COVERING INDEX refused_address_by_last \(last_at>\?\)/g)).toHaveLength(2);
    expect(plan).toContain('SEARCH hour USING COVERING INDEX refused_caller_by_address (address=? AND api=? AND');
    expect(plan).not.toContain('GROUP BY');
  });
});

test('accounts have the names that people know', () => {
  const registrarId = addRegistrar(writer.db, 'Kauri Names', null, hour);
  const keyId = addTestKey('TestNamedKeyTestNamedKeyTestNamedKey0001', {});
  expect(readRegistrarNames(reader)).toEqual(new Map([[registrarId, 'Kauri Names']]));
  const email = 'usage@watea.example';
  expect(readKeyNames(reader, [keyId, keyId + 1])).toEqual(
    new Map([[keyId, { id: keyId, prefix: 'TestNa', label: '', email }]]),
  );
});

test('keys that expire by an instant are listed soonest first, without expired and revoked ones', () => {
  const ends = (expiresAt: number | null, revokedAt: number | null, number: number) =>
    addTestKey(`TestEndingKeyTestEndingKeyTestEndingK${number}`, { expiresAt, revokedAt });
  const later = ends(hour + 2 * dayMs, null, 100);
  const soon = ends(hour + 1, null, 101);
  ends(hour + 2 * dayMs + 1, null, 102);
  ends(hour, null, 103);
  ends(null, null, 104);
  ends(hour + 5, hour, 105);
  const found = readExpiringKeys(reader, hour, hour + 2 * dayMs, 5);
  expect(found.rows.map(({ id }) => id)).toEqual([soon, later]);
  expect(found.total).toBe(2);
  expect(readExpiringKeys(reader, hour, hour + 2 * dayMs, 1)).toMatchObject({ rows: [{ id: soon }], total: 2 });
});

function addTestKey(text: string, more: { expiresAt?: number | null; revokedAt?: number | null }): number {
  const userId = requireUser(writer.db, 'usage@watea.example', hour);
  return addKey(writer.db, { userId, hash: hashApiKey(text), prefix: apiKeyPrefix(text), ...more }, hour);
}

describe('requests and response times of accounts', () => {
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
});

describe('every refused caller', () => {
  const hour = Date.parse('2026-11-20T13:00:00+13:00');
  const none = { requests: [], latencies: [], accountLatencies: [], callers: [], keyUses: [] };
  const batch = (quarterStartsAt: number, refused: UsageBatch['refused']): UsageBatch => ({
    quarterStartsAt,
    ...none,
    refused,
  });

  test('all refused callers are read in batches, each address and API once, without those that are only counted', async () => {
    const { reader, writer } = freshDatabase();
    const addresses = Array.from({ length: 2300 }, (_, at) => `10.0.${at >> 8}.${at & 255}`);
    const rows = addresses.flatMap((address) =>
      (['broadband', 'registry'] as const).map((api) => ({
        hourStartsAt: hour,
        address,
        api,
        count: 2,
        lastAt: hour + 5,
        reason: api === 'registry' ? ('not allowed' as const) : ('no valid key' as const),
      })),
    );
    for (let at = 0; at < rows.length; at += 500)
      writer.db
        .insert(refusedCaller)
        .values(rows.slice(at, at + 500))
        .run();
    await writeUsage(writer, [
      batch(hour, [{ api: 'registry', address: '', reason: 'proxy in front', count: 9, lastAt: hour }]),
      batch(hour + 3_600_000, [
        { api: 'registry', address: '10.0.0.0', reason: 'not allowed', count: 3, lastAt: hour + 9 },
      ]),
    ]);
    const all = [...everyRefusedCaller(reader, { from: hour, api: undefined })];
    expect(all).toHaveLength(4600);
    expect(new Set(all.map(({ address }) => address))).toEqual(new Set(addresses));
    const ofRegistry = [...everyRefusedCaller(reader, { from: hour, api: 'registry' })];
    expect(ofRegistry).toHaveLength(2300);
    expect(ofRegistry[0]).toEqual({ address: '10.0.0.0', api: 'registry', count: 5, lastAt: hour + 9 });
    expect([...everyRefusedCaller(reader, { from: hour + 1, api: undefined })]).toEqual([
      { address: '10.0.0.0', api: 'registry', count: 3, lastAt: hour + 9 },
    ]);
  });
});
