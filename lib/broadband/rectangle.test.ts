import { describe, expect, test } from 'vitest';
import { apiSentence } from '#lib/words/api.ts';
import { SERVICE_BOX, toUnitX, toUnitY } from './point.ts';
import { measurablePart } from './rectangle.ts';

function box(west: number, south: number, east: number, north: number) {
  return { minX: toUnitX(west), minY: toUnitY(south), maxX: toUnitX(east), maxY: toUnitY(north) };
}

describe('a rectangle to measure', () => {
  test.each([
    ['a few kilometres', box(174, -41, 174.1, -40.9)],
    ['50 × 50 km', box(174, -41.225, 174.595, -40.775)],
    ['one unit', { minX: -60_000_000, maxX: -59_999_999, minY: -410_000_000, maxY: -409_999_999 }],
  ])('%s is accepted unchanged, whichever corners are given', (_, given) => {
    expect(measurablePart(given)).toEqual({ ok: true, box: given });
    const turned = { minX: given.maxX, maxX: given.minX, minY: given.maxY, maxY: given.minY };
    expect(measurablePart(turned)).toEqual({ ok: true, box: given });
  });

  test('the part outside the service area is ignored', () => {
    const { minX } = SERVICE_BOX;
    const given = { minX: minX - 100, maxX: minX + 100, minY: -410_000_000, maxY: -409_000_000 };
    expect(measurablePart(given)).toEqual({ ok: true, box: { ...given, minX } });
  });

  test.each([
    ['a line', box(174, -41, 174, -40.9), 'The rectangle has no area: its corners must differ.'],
    ['a point', box(174, -41, 174, -41), 'The rectangle has no area: its corners must differ.'],
    ['too high', box(174, -41, 174.1, -40.5), 'The rectangle is 9 × 56 km; at most 50 × 50 km can be measured.'],
    ['too wide', box(174, -41, 175, -40.9), 'The rectangle is 85 × 12 km; at most 50 × 50 km can be measured.'],
    ['elsewhere', box(-176.6, -44, -176.5, -43.9), 'The rectangle lies outside of the service coverage area.'],
  ])('%s is refused', (_, given, sentence) => {
    const part = measurablePart(given);
    expect(part.ok ? '' : apiSentence({ code: 'area-unmeasurable', ...part })).toBe(sentence);
  });
});
