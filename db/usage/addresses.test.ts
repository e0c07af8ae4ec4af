import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { migrationSteps } from '#db/migrate.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';
import { readTopCallers, topCallersSql } from './rankings.ts';
import { readRefusedCallers } from './refused-callers.ts';
import { refusedAddress, usageAddress } from './schema.ts';
import { tidyUsage, writeUsage } from './write-batches.ts';

const nowMs = Date.parse('2026-11-20T14:30:00+13:00');
const hourMs = 3_600_000;
const thisHour = nowMs - (nowMs % hourMs);

const seen = fc.record({
  hoursAgo: fc.nat({ max: 33 * 24 }),
  minutes: fc.nat({ max: 59 }),
  api: fc.constantFrom('registry', 'broadband'),
  address: fc.constantFrom('', '192.0.2.1', '192.0.2.2', '2001:db8::1'),
  accountId: fc.integer({ min: 1, max: 3 }),
  count: fc.integer({ min: 1, max: 9 }),
});
const manySeen = fc.array(seen, { minLength: 1, maxLength: 40 });
type Seen = typeof manySeen extends fc.Arbitrary<infer Value> ? Value : never;

const none = { requests: [], latencies: [], accountLatencies: [], callers: [], refused: [], keyUses: [] };

/** Each as a request that was answered, and as one that was refused. */
async function store(writer: Connection, all: Seen): Promise<void> {
  const batches = all.map(({ hoursAgo, minutes, accountId, ...one }): UsageBatch => {
    const quarterStartsAt = thisHour - hoursAgo * hourMs;
    const counted = { ...one, lastAt: quarterStartsAt + minutes * 60_000 };
    return {
      ...none,
      quarterStartsAt,
      callers: [{ ...counted, accountId, errors: one.count % 3 }],
      refused: [{ ...counted, reason: 'not allowed' }],
    };
  });
  await writeUsage(writer, batches);
}

/** What the tables must have, from the rows that they are made of. */
function expectSums({ sqlite, db }: Connection): void {
  const refused = sqlite.prepare(
    `SELECT address, api, max(last_at) AS lastAt FROM refused_caller WHERE address <> '' GROUP BY 1, 2 ORDER BY 1, 2`,
  );
  expect(db.select().from(refusedAddress).orderBy(refusedAddress.address, refusedAddress.api).all()).toEqual(
    refused.all(),
  );
  const callers = sqlite.prepare(
    `SELECT api, account_id AS accountId, address, sum(count) AS count, sum(errors) AS errors, max(last_at) AS lastAt
     FROM usage_caller WHERE address <> '' GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
  );
  const { api, accountId, address } = usageAddress;
  expect(db.select().from(usageAddress).orderBy(api, accountId, address).all()).toEqual(callers.all());
}

test('the addresses are those of the counts, also after old ones are forgotten a few at a time', async () => {
  await fc.assert(
    fc.asyncProperty(manySeen, async (all) => {
      const { writer } = freshDatabase();
      await store(writer, all);
      do expectSums(writer);
      while (tidyUsage(writer, aucklandMidnight(nowMs, 20), 3) > 0);
    }),
    { numRuns: tries(15, 200) },
  );
});

test('the addresses are those of the counts after any row is changed or removed', async () => {
  await fc.assert(
    fc.asyncProperty(manySeen, fc.array(fc.nat(), { maxLength: 12 }), async (all, changes) => {
      const { writer } = freshDatabase();
      const { sqlite } = writer;
      await store(writer, all);
      for (const change of changes) {
        const table = change % 2 === 0 ? 'refused_caller' : 'usage_caller';
        const key = table === 'refused_caller' ? 'hour_starts_at, address, api' : 'day_starts_at, address, account_id';
        const row = `(${key}) = (SELECT ${key} FROM ${table} LIMIT 1 OFFSET ${change % 5})`;
        const later = change % 7 < 3 ? -change : change;
        if (change % 3 === 0) sqlite.exec(`DELETE FROM ${table} WHERE ${row}`);
        else sqlite.exec(`UPDATE ${table} SET last_at = last_at + ${later}, count = count + 1 WHERE ${row}`);
        expectSums(writer);
      }
    }),
    { numRuns: tries(15, 200) },
  );
});

test('an update takes the addresses that are there, and those of a server that still counts meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(manySeen, manySeen, async (before, after) => {
      const { writer } = freshDatabase();
      const { sqlite } = writer;
      const triggers = sqlite
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '*_address_of_*'")
        .pluck()
        .all();
      expect(triggers).toHaveLength(6);
      sqlite.exec(triggers.map((name) => `DROP TRIGGER ${name};`).join(''));
      sqlite.exec('DROP TABLE refused_address; DROP TABLE usage_address; DROP INDEX usage_caller_by_address');
      await store(writer, before);
      sqlite.exec(migrationSteps().find(({ name }) => name === '0081_usage_addresses.sql')?.sql ?? '');
      expectSums(writer);
      await store(writer, after);
      expectSums(writer);
    }),
    { numRuns: tries(10, 100) },
  );
});

const ways = fc.record({
  back: fc.nat({ max: 34 }),
  api: fc.constantFrom('registry' as const, 'broadband' as const, undefined),
});

test('the addresses with the most requests are those of the days that are asked for, from whichever day on', async () => {
  await fc.assert(
    fc.asyncProperty(manySeen, ways, async (all, { back, api }) => {
      const { reader, writer } = freshDatabase();
      await store(writer, all);
      const from = aucklandMidnight(nowMs, -back);
      const expected = reader.sqlite
        .prepare(
          `SELECT api, account_id AS accountId, address, sum(count) AS count, sum(errors) AS errors, max(last_at) AS lastAt
           FROM usage_caller WHERE day_starts_at >= @from AND address <> '' AND api = ifnull(@api, api)
           GROUP BY 1, 2, 3 ORDER BY 4 DESC, 3, 1, 2`,
        )
        .all({ from, api: api ?? null });
      expect(readTopCallers(reader, { from, api }, 99)).toEqual(expected);
      expect(readTopCallers(reader, { from, api }, 2)).toEqual(expected.slice(0, 2));
    }),
    { numRuns: tries(25, 300) },
  );
});

test.each([
  [true, ['SEARCH usage_caller USING PRIMARY KEY (day_starts_at<?)']],
  [
    false,
    [
      'SEARCH usage_caller USING PRIMARY KEY (day_starts_at>?)',
      'SEARCH day USING COVERING INDEX usage_caller_by_address (api=? AND account_id=? AND address=? AND day_starts_at>?)',
    ],
  ],
])('the addresses with the most requests are found without reading other days (few before: %s)', (few, searches) => {
  const plan = freshDatabase()
    .reader.sqlite.prepare<Record<string, unknown>, { detail: string }>(`EXPLAIN QUERY PLAN ${topCallersSql(few)}`)
    .all({ from: 0, api: null, most: 1 })
    .map(({ detail }) => detail)
    .filter((detail) => /usage_caller|day/.test(detail));
  expect(plan).toEqual(searches);
});

test('a page of refused callers has the sums of its time, whichever hour it begins and however it is sorted', async () => {
  await fc.assert(
    fc.asyncProperty(manySeen, ways, fc.boolean(), async (all, { back, api }, descending) => {
      const { reader, writer } = freshDatabase();
      await store(writer, all);
      const from = thisHour - back * 23 * hourMs;
      for (const [sort, column] of [
        ['last', 'lastAt'],
        ['count', 'count'],
      ] as const) {
        const expected = reader.sqlite
          .prepare(
            `SELECT address, api, sum(count) AS count, max(last_at) AS lastAt FROM refused_caller
             WHERE hour_starts_at >= @from AND address <> '' AND api = ifnull(@api, api)
             GROUP BY 1, 2 ORDER BY ${column} ${descending ? 'DESC' : 'ASC'}, 1, 2`,
          )
          .all({ from, api: api ?? null });
        const page = (number: number) =>
          readRefusedCallers(reader, { from, api }, { sort, descending, page: number, pageSize: 2 });
        expect([1, 2, 3].flatMap((number) => page(number).rows)).toEqual(expected);
        expect(page(9)).toMatchObject({ rows: [], callers: expected.length });
      }
    }),
    { numRuns: tries(25, 300) },
  );
});

test('an address that is only counted is no caller', async () => {
  const { reader, writer } = freshDatabase();
  const only = { api: 'registry', address: '', count: 4, lastAt: nowMs } as const;
  await writeUsage(writer, [
    {
      ...none,
      quarterStartsAt: thisHour,
      callers: [{ ...only, accountId: 1, errors: 0 }],
      refused: [{ ...only, reason: 'proxy in front' }],
    },
  ]);
  expectSums(writer);
  expect(readTopCallers(reader, { from: 0, api: undefined }, 9)).toEqual([]);
  const page = { sort: 'last', descending: true, page: 1, pageSize: 2 } as const;
  expect(readRefusedCallers(reader, { from: 0, api: undefined }, page)).toEqual({
    rows: [],
    callers: 0,
    withoutAddress: [{ reason: 'proxy in front', count: 4 }],
  });
});
