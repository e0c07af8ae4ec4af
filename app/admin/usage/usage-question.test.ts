import { expect, test } from 'vitest';
import { writeUsage } from '#db/usage/write-batches.ts';
import { NOBODY } from '#lib/usage/batch.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { listedAccounts, rankedAccounts } from './usage-question.ts';

const startsAt = Date.parse('2026-11-20T14:00:00+13:00');

test('the chart has the requests of nobody; the list names ten who can be named', async () => {
  const { reader, writer } = freshDatabase();
  const counts = [[NOBODY, 50], ...Array.from({ length: 12 }, (_, at) => [at + 1, 40 - at])] as const;
  const requests = counts.map(
    ([accountId = 0, count = 0]) => ({ api: 'registry', accountId, status: 200, count }) as const,
  );
  const empty = { latencies: [], accountLatencies: [], callers: [], refused: [], keyUses: [] };
  await writeUsage(writer, [{ quarterStartsAt: startsAt, requests, ...empty }]);
  const ids = (accounts: typeof rankedAccounts) =>
    accounts(reader, startsAt, 'registry').map(({ accountId }) => accountId);
  expect(ids(rankedAccounts)).toEqual([NOBODY, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  expect(ids(listedAccounts)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
});
