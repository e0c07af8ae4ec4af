import { describe, expect, test } from 'vitest';
import { parseCoverageLayers } from './coverage-layers.ts';

const swatch = 'data:image/png;base64,AA==';
const entry = {
  set_id: 6,
  name: 'Satellite',
  colour: '#102030',
  pattern: 'crossed',
  version: 3,
  covers: true,
  as_of: ['2026-05-01', '2026-11-20'],
  tilejson: 'https://watea.example/tiles/6.json',
  pictures: 'https://watea.example/tiles/6/{z}/{x}/{y}{r}.png?v=3&colour=102030',
  swatches: { Available: swatch, Underway: swatch, Planned: swatch },
};

test('an unknown technology is parsed like any other; its tiles come from the page’s own host', () => {
  expect(parseCoverageLayers({ layers: [entry] })).toEqual([
    {
      setId: 6,
      name: 'Satellite',
      covers: true,
      days: ['2026-05-01', '2026-11-20'],
      swatches: entry.swatches,
      pictures: '/tiles/6/{z}/{x}/{y}{r}.png?v=3&colour=102030',
    },
  ]);
});

test('a technology without data has no days', () => {
  expect(parseCoverageLayers({ layers: [{ ...entry, covers: false, as_of: null }] })?.[0]?.days).toBeUndefined();
});

describe('anything else is not valid', () => {
  test.each<[string, unknown]>([
    ['not an object', null],
    ['not a list', { layers: {} }],
    ['a layer without a number', { layers: [{ ...entry, set_id: '6' }] }],
    ['pictures from another host', { layers: [{ ...entry, pictures: 'https://watea.example/other/{z}' }] }],
    ['a swatch with a URL', { layers: [{ ...entry, swatches: { ...entry.swatches, Planned: 'https://x' } }] }],
  ])('%s', (_title, body) => expect(parseCoverageLayers(body)).toBeUndefined());
});
