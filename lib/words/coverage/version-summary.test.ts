import { expect, test } from 'vitest';
import type { ComparedArea } from '#lib/broadband/measure/comparison.ts';
import { versionSummary } from './version-summary.ts';

const none = { Available: 0, Underway: 0, Planned: 0 };

function area(technology: string, given: Partial<ComparedArea>, provider: string | null = null): ComparedArea {
  const some = { ...none, Available: 10 };
  const unchanged = { gained: 0, lost: 0, unchanged: 10, altered: 0 };
  return { technology, provider, before: some, after: some, ...unchanged, ...given };
}

test.each([
  [
    'a gain, of which the parts of providers are not counted again',
    { areas: [area('Fibre', { gained: 2262.4 }), area('Fibre', { gained: 2262.4 }, 'Kea')], newLayers: 1 },
    'Fibre +2,262 km², nothing lost; 1 new layer.',
  ],
  [
    'a loss',
    { areas: [area('Fibre', { gained: 3.456, lost: 0.001 }), area('ADSL', {})], removedLayers: 2 },
    'Fibre +3.46 km², −under 0.01 km²; 2 layers removed.',
  ],
  ['a new technology', { areas: [area('5G', { gained: 12, before: none })] }, '5G +12 km², all new, nothing lost.'],
  ['all of a technology', { areas: [area('ADSL', { lost: 12, after: none })] }, 'ADSL −12 km², all of it.'],
  ['other offers', { areas: [area('VDSL', { altered: 40 })] }, 'VDSL other offers on 40 km², nothing lost.'],
  ['no change', { areas: [area('VDSL', {})], newLayers: 3 }, 'No area changes; 3 new layers.'],
  ['no figures yet', { areas: undefined, newLayers: 1 }, 'What it changes is being measured; 1 new layer.'],
])('%s', (_what, change, words) => {
  expect(versionSummary({ newLayers: 0, removedLayers: 0, ...change })).toBe(words);
});
