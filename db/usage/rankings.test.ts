import fc from 'fast-check';
import { expect, test } from 'vitest';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { NOBODY, type RequestCount, type UsageBatch } from '#lib/usage/batch.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';
import { accountSumsSql, requestsSql } from './account-sums.ts';
import { rankedTime, rankingOfFewSql, rankingOfManySql, rankingSql, readTopAccounts } from './rankings.ts';
import { writeUsage } from './write-batches.ts';

const nowMs = Date.parse('2026-11-20T14:30:00+13:00');
const hourMs = 3_600_000;
const empty = { latencies: [], accountLatencies: [], callers: [], refused: [], keyUses: [] };
const batch = (quarterStartsAt: number, requests: readonly RequestCount[]): UsageBatch => ({
  quarterStartsAt,
  requests,
  ...empty,
});

/** The ranking as it would be if every count were read. */
function ranked(batches: readonly UsageBatch[], from: number) {
  const sums = new Map<number, { accountId: number; count: number; errors: number }>();
  for (const { requests } of batches.filter((one) => one.quarterStartsAt >= from)) {
    for (const { api, accountId, status, count } of requests) {
      if (api !== 'broadband' || accountId === NOBODY) continue;
      const sum = sums.get(accountId) ?? { accountId, count: 0, errors: 0 };
      sum.count += count;
      if (status >= 400) sum.errors += count;
      sums.set(accountId, sum);
    }
  }
  return [...sums.values()].sort((one, other) => other.count - one.count || one.accountId - other.accountId);
}

test('the ranking over hours, days and months is that of all counts, whenever the time begins', async () => {
  const request = fc.record({
    api: fc.constantFrom('registry', 'broadband'),
    accountId: fc.integer({ min: -1, max: 6 }),
    status: fc.constantFrom(0, 200, 400, 429),
    count: fc.integer({ min: 1, max: 9 }),
  });
  const counted = fc.record({ hoursAgo: fc.nat({ max: 400 * 24 }), request });
  await fc.assert(
    fc.asyncProperty(fc.array(counted, { maxLength: 60 }), fc.nat({ max: 400 }), async (counts, back) => {
      const { reader, writer } = freshDatabase();
      const batches = counts.map((one) => batch(nowMs - (nowMs % hourMs) - one.hoursAgo * hourMs, [one.request]));
      await writeUsage(writer, batches);
      // by the day, and by the hour as far as hours are kept
      for (const from of [aucklandMidnight(nowMs, -back), nowMs - (nowMs % hourMs) - (back % 168) * hourMs]) {
        const expected = ranked(batches, from);
        expect(readTopAccounts(reader, { from, api: 'broadband' }, 99)).toEqual(expected);
        expect(readTopAccounts(reader, { from, api: 'broadband' }, 2)).toEqual(expected.slice(0, 2));
      }
    }),
    { numRuns: tries(15, 200) },
  );
});

test('a late count of an hour that is over is in the next ranking, and so is one of today', async () => {
  const { reader, writer } = freshDatabase();
  const hour = nowMs - (nowMs % hourMs);
  const of = (accountId: number, count: number) => ({ api: 'registry', accountId, status: 200, count }) as const;
  const scope = { from: hour - 48 * hourMs, api: 'registry' } as const;
  const top = () => readTopAccounts(reader, scope, 2).map(({ accountId, count }) => [accountId, count]);
  await writeUsage(writer, [batch(hour - 47 * hourMs, [of(1, 5), of(2, 4)]), batch(hour, [of(3, 1)])]);
  expect(top()).toEqual([
    [1, 5],
    [2, 4],
  ]);
  await writeUsage(writer, [batch(hour - 47 * hourMs, [of(2, 2)])]);
  expect(top()).toEqual([
    [2, 6],
    [1, 5],
  ]);
  await writeUsage(writer, [batch(hour - 20 * hourMs, [of(1, 3)])]);
  expect(top()).toEqual([
    [1, 8],
    [2, 6],
  ]);
  await writeUsage(writer, [batch(hour, [of(3, 6), of(4, 8)])]);
  expect(top()).toEqual([
    [1, 8],
    [4, 8],
  ]);
});

test('unrecognised callers are ranked only where they are asked for', async () => {
  const { reader, writer } = freshDatabase();
  const of = (accountId: number, count: number) => ({ api: 'registry', accountId, status: 200, count }) as const;
  await writeUsage(writer, [batch(nowMs - (nowMs % hourMs), [of(NOBODY, 9), of(3, 5)])]);
  const scope = { from: aucklandMidnight(nowMs, 0), api: 'registry' } as const;
  expect(readTopAccounts(reader, scope, 5).map(({ accountId }) => accountId)).toEqual([3]);
  expect(readTopAccounts(reader, scope, 5, []).map(({ accountId }) => accountId)).toEqual([NOBODY, 3]);
});

const ofAll = 'SEARCH usage_month USING COVERING INDEX usage_month_by_account (api=?)';
const ofSome = 'SEARCH usage_month USING COVERING INDEX usage_month_by_account (api=? AND account_id=? AND month>?)';

test.each([
  [requestsSql, 'usage_total'],
  [accountSumsSql, 'usage_count'],
])('sums of hours and days read no others', (sql, table) => {
  const { reader } = freshDatabase();
  const plan = reader.sqlite
    .prepare<object, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all({ api: 'registry', hours: '[]', days: '[]' })
    .map(({ detail }) => detail);
  const sought = `SEARCH ${table} USING PRIMARY KEY (span=? AND starts_at=? AND api=?)`;
  expect(plan.filter((detail) => detail.includes('usage_'))).toEqual([sought, sought]);
});

test.each([
  [rankingSql, ofAll, 'span=? AND starts_at=? AND api=?'],
  [rankingOfManySql, ofSome, 'span=? AND starts_at=? AND api=?'],
  [rankingOfFewSql, ofSome, 'span=? AND starts_at=? AND api=? AND account_id=?'],
])('a ranking reads no hour or day outside its time, and months in the order of an index', (sql, read, sought) => {
  const { reader } = freshDatabase();
  const plan = reader.sqlite
    .prepare<Record<string, unknown>, { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`)
    .all({ ...rankedTime(nowMs - (nowMs % hourMs)), api: 'registry', leftOut: '[]', among: '[]', most: 1 })
    .map(({ detail }) => detail);
  expect(plan.filter((detail) => detail.includes('usage_'))).toEqual([
    read,
    `SEARCH usage_count USING PRIMARY KEY (${sought})`,
    `SEARCH usage_count USING PRIMARY KEY (${sought})`,
  ]);
});
