import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { TileOffer } from '#lib/tiles/make-tile.ts';
import { sourceOf, square, tileAt } from '#tests/support/tile-source.ts';
import { makeBestTile, type TechnologySource } from './make-best-tile.ts';

const zoom = 10;
const address = { ...tileAt(174.8, -41.2, zoom), format: 'png' } as const;
const everywhere = square(173, -42, 3);
const fibre = { colour: '#3f64f9', pattern: 'rising' } as const;
const cable = { colour: '#b67a09', pattern: 'falling' } as const;

const offer = (maxMbps: number, availability: TileOffer['availability'] = 'Available'): TileOffer => ({
  availability,
  provider: 'Tūī',
  maxMbps,
});
const technology = (look: TechnologySource['look'], ...areas: readonly (readonly [TileOffer, Int32Array])[]) => ({
  look,
  source: sourceOf(areas.map(([own, ring]) => ({ offer: own, parts: [[ring]] }))),
});

/** How many pixels of a picture have each colour, read as PNG 1.2 describes it; transparent ones are left out. */
function coloursOf(png: Uint8Array | undefined): Record<string, number> {
  const file = Buffer.from(png ?? []);
  const chunk = (type: string) => {
    const at = file.indexOf(type, 0, 'latin1');
    return file.subarray(at + 4, at + 4 + file.readUInt32BE(at - 4));
  };
  const [palette, opacities, rows] = [chunk('PLTE'), chunk('tRNS'), inflateSync(chunk('IDAT'))];
  const side = file.readUInt32BE(16);
  const counts: Record<string, number> = {};
  for (let at = 0; at < rows.length; at++) {
    const entry = rows[at] as number;
    if (at % (side + 1) === 0 || opacities[entry] === 0) continue;
    const colour = `#${palette.subarray(3 * entry, 3 * entry + 3).toString('hex')}`;
    counts[colour] = (counts[colour] ?? 0) + 1;
  }
  return counts;
}

const all = 256 * 256;

test('the fastest of what is available at a place is shown, whatever the order of technologies', () => {
  const slow = technology(fibre, [offer(100), everywhere]);
  const fast = technology(cable, [offer(900), everywhere]);
  for (const both of [
    [slow, fast],
    [fast, slow],
  ])
    expect(coloursOf(makeBestTile(both, address))).toEqual({ [cable.colour]: all });
});

test('speeds are compared place by place, not once for a technology', () => {
  const mixed = technology(fibre, [offer(20), everywhere], [offer(1000), square(174.8, -42, 1)]);
  const steady = technology(cable, [offer(100), everywhere]);
  const counts = coloursOf(makeBestTile([steady, mixed], address));
  expect(Object.keys(counts).sort()).toEqual([fibre.colour, cable.colour]);
  expect((counts[fibre.colour] ?? 0) + (counts[cable.colour] ?? 0)).toBe(all);
});

test('at equal speeds the first technology is shown', () => {
  const [one, other] = [technology(fibre, [offer(100), everywhere]), technology(cable, [offer(100), everywhere])];
  expect(coloursOf(makeBestTile([one, other], address))).toEqual({ [fibre.colour]: all });
  expect(coloursOf(makeBestTile([other, one], address))).toEqual({ [cable.colour]: all });
});

test('what is planned or being built is not shown, however fast it will be', () => {
  const later = technology(fibre, [offer(8000, 'Planned'), everywhere], [offer(4000, 'Underway'), everywhere]);
  expect(coloursOf(makeBestTile([later, technology(cable, [offer(5), everywhere])], address))).toEqual({
    [cable.colour]: all,
  });
  expect(makeBestTile([later], address)).toBeUndefined();
});

test('is undefined where nothing is available', () => {
  expect(makeBestTile([], address)).toBeUndefined();
  const away = technology(fibre, [offer(100), square(170, -46, 1)]);
  expect(makeBestTile([away], address)).toBeUndefined();
});

test('fifty technologies with two speeds each are one palette of few kilobytes', () => {
  const many = Array.from({ length: 50 }, (_, at) => {
    const colour = `#${(0x102030 + at * 7919).toString(16).padStart(6, '0')}`;
    const areas = Array.from(
      { length: 2 },
      (_, step) => [offer(1 + ((at * 37 + step * 61) % 977)), everywhere] as const,
    );
    return technology({ colour, pattern: 'dotted' }, ...areas);
  });
  const png = makeBestTile(many, address);
  expect(Object.keys(coloursOf(png))).toHaveLength(1);
  expect(png?.byteLength).toBeLessThan(10_000);
});
