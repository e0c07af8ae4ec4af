import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Connection } from '#db/client.ts';
import { migrationSteps } from '#db/migrate.ts';
import { usageMonth, usageTotal } from '#db/usage/schema.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { tries } from '#tests/support/long.ts';
import { tidyUsage, writeUsage } from './write-batches.ts';

const nowMs = Date.parse('2026-11-20T14:30:00+13:00');
const hourMs = 3_600_000;

const requests = fc.array(
  fc.record({
    // over both changes of New Zealand's offset, and the ends of months
    hoursAgo: fc.nat({ max: 400 * 24 }),
    api: fc.constantFrom('registry', 'broadband'),
    accountId: fc.integer({ min: -1, max: 3 }),
    status: fc.constantFrom(0, 200, 400, 503),
    count: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 1, maxLength: 60 },
);

type Counted = typeof requests extends fc.Arbitrary<infer Value> ? Value : never;

async function store(writer: Connection, counts: Counted) {
  const empty = { latencies: [], accountLatencies: [], callers: [], refused: [], keyUses: [] };
  const thisHour = nowMs - (nowMs % hourMs);
  await writeUsage(
    writer,
    counts.map(({ hoursAgo, ...one }) => ({
      quarterStartsAt: thisHour - hoursAgo * hourMs,
      requests: [one],
      ...empty,
    })),
  );
}

/** What the totals must be, from the counts of each account; the month in which a day began, by the calendar. */
function summed({ sqlite, db }: Connection) {
  const totals = sqlite
    .prepare(
      `SELECT span, starts_at AS startsAt, api, status, sum(count) AS count FROM usage_count
       GROUP BY span, starts_at, api, status ORDER BY span, starts_at, api, status`,
    )
    .all();
  const months = new Map<string, { count: number; errors: number }>();
  const days = sqlite.prepare<
    [],
    { starts_at: number; api: string; account_id: number; status: number; count: number }
  >("SELECT * FROM usage_count WHERE span = 'day'");
  for (const day of days.all()) {
    const month = new Date(day.starts_at).toLocaleDateString('en-CA', { timeZone: 'Pacific/Auckland' }).slice(0, 7);
    const key = `${month.replace('-', '')} ${day.api} ${day.account_id}`;
    const sum = months.get(key) ?? { count: 0, errors: 0 };
    sum.count += day.count;
    if (day.status >= 400) sum.errors += day.count;
    months.set(key, sum);
  }
  return {
    expected: { totals, months },
    stored: {
      totals: db.select().from(usageTotal).all(),
      months: new Map(
        db
          .select()
          .from(usageMonth)
          .all()
          .map(({ month, api, accountId, ...sum }) => [`${month} ${api} ${accountId}`, sum]),
      ),
    },
  };
}

test('totals are the sums of all counts, also after old hours are removed a few at a time', async () => {
  await fc.assert(
    fc.asyncProperty(requests, async (counts) => {
      const { writer } = freshDatabase();
      await store(writer, counts);
      do {
        const { expected, stored } = summed(writer);
        expect(stored).toEqual(expected);
      } while (tidyUsage(writer, aucklandMidnight(nowMs, 20), 7) > 0);
    }),
    { numRuns: tries(15, 200) },
  );
});

test('an update adds up the counts that are there, and a server that still counts meanwhile', async () => {
  await fc.assert(
    fc.asyncProperty(requests, requests, async (before, after) => {
      const { writer } = freshDatabase();
      const { sqlite } = writer;
      const triggers = sqlite
        .prepare("SELECT name FROM sqlite_schema WHERE type = 'trigger' AND name GLOB 'usage_*_count'")
        .pluck()
        .all();
      expect(triggers).toHaveLength(6);
      sqlite.exec(triggers.map((name) => `DROP TRIGGER ${name};`).join(''));
      sqlite.exec('DROP TABLE usage_total; DROP TABLE usage_month');
      await store(writer, before);
      sqlite.exec(migrationSteps().find(({ name }) => name === '0080_usage_totals.sql')?.sql ?? '');
      await store(writer, after);
      const { expected, stored } = summed(writer);
      expect(stored).toEqual(expected);
    }),
    { numRuns: tries(10, 100) },
  );
});
