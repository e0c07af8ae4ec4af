import { expect, test } from 'vitest';
import { contractHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { askBy, lanes } from '#tests/support/lanes.ts';

/** Where the places of the contract's database are. */
const [latitude, longitude] = [-41.05, 174.05];

/** The path of the tile with these places. */
function tileAt(zoom: number): string {
  const radians = (latitude * Math.PI) / 180;
  const north = Math.log(Math.tan(radians) + 1 / Math.cos(radians)) / Math.PI;
  const [x, y] = [longitude / 360 + 0.5, (1 - north) / 2].map((share) => Math.floor(share * 2 ** zoom));
  return `/places/${zoom}/${x}/${y}.json`;
}

test.each(lanes)('200: the names on a tile of the map, which caches may keep, by the %s lane', async (lane) => {
  const answered = await askBy(lane, { target: tileAt(10), from: '127.3.9.1' });
  expect(answered.status).toBe(200);
  expect(JSON.parse(answered.body).labels).toContainEqual(['Whangārei', latitude, longitude, 'town', 1]);
  expect(contractHeaders(answered)).toMatchObject({
    'content-type': 'application/json',
    'cache-control': 'public, max-age=3600',
    'ratelimit-policy': '"second";q=120;w=1',
  });
});

test('200: the addresses in a tile, from zoom 16 on with their numbers and streets', async () => {
  const near = await askBy('server', { target: tileAt(16), from: '127.3.9.2' });
  expect(JSON.parse(near.body)).toEqual({
    streets: ['Rātā Street, Naenae'],
    addresses: [[latitude, longitude, '12', 0]],
  });
  const far = await askBy('server', { target: tileAt(15), from: '127.3.9.2' });
  expect(JSON.parse(far.body)).toEqual({ streets: [], addresses: [[latitude, longitude]] });
});

test.each(['/places/9/1/1.json', '/places/8/256/1.json', '/places/8/1/1', '/places/x/y/z.json'])(
  '404: %s',
  async (target) => {
    const sentence = 'There is no such tile: zooms are 8, 10, 12, 14, 15 and 16.';
    expectError(await askBy('server', { target, from: '127.3.9.3' }), 404, sentence);
  },
);

test('404: no street map was imported', async () => {
  const answered = await askBy('server', { target: '/base-map/1.pmtiles', from: '127.3.9.4' });
  expectError(answered, 404, 'There is no such street map.');
});
