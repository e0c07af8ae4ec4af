import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { parsePoint } from '#lib/broadband/point.ts';
import { TILE_PIXELS } from '#lib/tiles/grid.ts';
import { packLand } from '#scripts/pack-land.ts';
import { drawPreview, landRings, PREVIEW_HEIGHT, PREVIEW_WIDTH, previewTiles } from './preview.ts';

const colours = { sea: '#0000ff', land: '#00ff00', pin: '#ff0000', pinEdge: '#ffffff' };

/** A point of the service area. */
function pointAt(latitude: string, longitude: string) {
  const parsed = parsePoint(latitude, longitude);
  if (!parsed.ok) throw new Error('This test asks outside of the service area.');
  return parsed.point;
}

const point = pointAt('-41.3', '174.8');

/** The colour of a pixel, counted from the point, `#rrggbb`. */
function colourAt(png: Uint8Array, right: number, down: number): string {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf('IDAT', 0, 'latin1');
  const rows = inflateSync(bytes.subarray(at + 4, at + 4 + bytes.readUInt32BE(at - 4)));
  const row = Math.round(PREVIEW_HEIGHT * 0.55) + down;
  const first = row * (3 * PREVIEW_WIDTH + 1) + 1 + 3 * (PREVIEW_WIDTH / 2 + right);
  return `#${rows.subarray(first, first + 3).toString('hex')}`;
}

/** All land west of 174.8° E. */
const westernLand = landRings(
  packLand(
    [
      [
        [170, -45],
        [174.8, -45],
        [174.8, -38],
        [170, -38],
        [170, -45],
      ],
    ],
    1000,
  ),
);

test('land is west of the point, sea east of it, and the pin is on it', () => {
  const png = drawPreview(point, westernLand, undefined, colours);
  expect([-200, -60, 60, 200].map((right) => colourAt(png, right, 100))).toEqual([
    '#00ff00',
    '#00ff00',
    '#0000ff',
    '#0000ff',
  ]);
  // the foot of the pin, its head beside the centre, and the centre
  expect(colourAt(png, 0, -8)).toBe('#ff0000');
  expect(colourAt(png, -10, -30)).toBe('#ff0000');
  expect(colourAt(png, 0, -30)).toBe('#ffffff');
  expect(colourAt(png, 0, 6)).toMatch(/^#00(00ff|ff00|[0-9a-f]{4})$/);
});

test('tiles cover the whole picture without a gap, and are painted in their places', () => {
  const tiles = previewTiles(point);
  for (const [x, y] of [
    [0, 0],
    [PREVIEW_WIDTH - 1, 0],
    [0, PREVIEW_HEIGHT - 1],
    [PREVIEW_WIDTH - 1, PREVIEW_HEIGHT - 1],
  ] as const) {
    const over = tiles.filter(
      ({ left, top }) => left <= x && x < left + TILE_PIXELS && top <= y && y < top + TILE_PIXELS,
    );
    expect(over).toHaveLength(1);
  }
  const half = new Uint8Array(TILE_PIXELS * TILE_PIXELS).fill(128);
  const covered = { colour: '#ffffff', tiles: tiles.slice(0, 1).map((tile) => ({ ...tile, opacities: half })) };
  const png = drawPreview(point, [], covered, colours);
  const [{ left = 0, top = 0 } = {}] = tiles;
  const [right, down] = [left + TILE_PIXELS - PREVIEW_WIDTH / 2, top + TILE_PIXELS - Math.round(PREVIEW_HEIGHT * 0.55)];
  expect(colourAt(png, right - 1, down - 1)).toBe('#8080ff');
  expect(colourAt(png, right, down - 1)).toBe('#0000ff');
  expect(colourAt(png, right - 1, down)).toBe('#0000ff');
});

test('tiles are numbered from 180°: those of Wellington', () => {
  const numbers = previewTiles(point).map(({ z, x, y }) => `${z}/${x}/${y}`);
  expect(numbers).toContain('10/1009/641');
});
