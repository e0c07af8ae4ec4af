import { expect, test } from 'vitest';
import type { UsageBatch } from '#lib/usage/batch.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { everyRefusedCaller } from './refused-callers.ts';
import { refusedCaller } from './schema.ts';
import { writeUsage } from './write-batches.ts';

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
