import { expect, test } from 'vitest';
import type { PropertyValue } from '#lib/broadband/import/source-feature.ts';
import { FaultList } from '#lib/refusal.ts';
import { wordsOf } from '#tests/support/refusals.ts';
import { ownSpeedFaults, SpeedFaults } from './speed-faults.ts';

const faultsOf = (properties: Record<string, PropertyValue>) =>
  ownSpeedFaults({ properties: new Map(Object.entries(properties)) });

test.each<[properties: Record<string, PropertyValue>, faults: string[]]>([
  [{ bandwidth_min_mbps: 900, bandwidth_max_mbps: '100' }, ['bandwidth_min_mbps 900 is above bandwidth_max_mbps 100.']],
  [{ bandwidth_up_min_mbps: -1 }, ['bandwidth_up_min_mbps: -1 is negative.']],
  [
    { 'Bandwidth Min Mbps': -2, BANDWIDTH_MAX_MBPS: 1 },
    ['bandwidth_min_mbps (column "Bandwidth Min Mbps"): -2 is negative.'],
  ],
  [{ bandwidth_min_mbps: 100, bandwidth_max_mbps: 100, bandwidth_up_min_mbps: null }, []],
  // in another unit it may be right
  [{ bandwidth_max_mbps: 950_000 }, []],
  // nobody has said yet what these are
  [{ MIN_SPEED: 900, MAX_SPEED: 100, DOWN: -1, bandwidth_min_mbps: 'fast' }, []],
])('speeds in columns of their own are checked before anybody maps columns: %j', (properties, faults) => {
  expect(faultsOf(properties).map(wordsOf)).toEqual(faults);
});

test('speeds that cannot be are one fault of each kind, at the first place and with their number', () => {
  const list = new FaultList();
  const faults = new SpeedFaults(list);
  for (let feature = 1; feature <= 1500; feature++) {
    const reversed = { bandwidth_min_mbps: feature + 1, bandwidth_max_mbps: feature };
    const speeds = feature === 3 ? { bandwidth_up_min_mbps: -1, bandwidth_min_mbps: -1 } : reversed;
    for (const fault of faultsOf(speeds)) faults.add({ feature }, fault);
  }
  expect(list.total).toBe(3);
  expect(list.first.map(({ where, reason }) => [where, wordsOf(reason)])).toEqual([
    [
      { feature: 1 },
      'bandwidth_min_mbps 2 is above bandwidth_max_mbps 1. So it is in 1,499 features, of which this is the first.',
    ],
    [{ feature: 3 }, 'bandwidth_up_min_mbps: -1 is negative.'],
    [{ feature: 3 }, 'bandwidth_min_mbps: -1 is negative.'],
  ]);
});
