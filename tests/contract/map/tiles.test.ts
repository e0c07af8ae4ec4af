import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { broadbandHeaders, contractHeaders } from '#tests/support/contract.ts';
import { expectError } from '#tests/support/error-shape.ts';
import type { Answered, Asked } from '#tests/support/http.ts';
import { askBy, type Lane, lanes } from '#tests/support/lanes.ts';
import { featuresOf, sizeOfPng, tilePath } from '#tests/support/tiles.ts';

/** The square A of the fixture, covered by Fibre (available), VDSL (underway) and Wireless (planned); nothing at sea. */
const fibreAtA = tilePath(1, 174.05, -40.95, 10);
const fibreAtSea = tilePath(1, 168, -40, 10);
const vectorType = 'application/vnd.mapbox-vector-tile';
const immutable = 'public, max-age=31536000, immutable';

const { 'content-type': _, ...common } = broadbandHeaders;
const strongTag = expect.stringMatching(/^"[\w-]+"$/);

/** What Next adds to `Vary` in its own lane is its own affair. */
const variesByEncoding = ({ headers }: Answered) => /(^|, )Accept-Encoding/.test(headers.vary ?? '');

describe.each(lanes)('tiles by the %s', (lane: Lane) => {
  const ask = (target: string, more: Partial<Asked> = {}) => askBy(lane, { target, ...more });

  describe('N10: pictures', () => {
    test.each([
      ['.png', 256],
      ['@2x.png', 512],
    ])('%s is a PNG of %i pixels a side', async (ending, side) => {
      const answered = await ask(`${fibreAtA}${ending}`);
      expect(answered.status).toBe(200);
      expect(sizeOfPng(answered.bytes)).toEqual([side, side]);
      const own = { 'content-type': 'image/png', 'cache-control': 'no-cache', etag: strongTag };
      expect(contractHeaders(answered)).toEqual({ ...common, ...own });
    });

    test.each([
      ['.png', 256],
      ['@2x.png', 512],
    ])('where nothing is covered, %s is transparent', async (ending, side) => {
      const answered = await ask(`${fibreAtSea}${ending}`);
      expect(answered.status).toBe(200);
      expect(answered.headers['content-type']).toBe('image/png');
      expect(sizeOfPng(answered.bytes)).toEqual([side, side]);
      // the one shade of its palette: 0
      const at = answered.bytes.indexOf('tRNS', 0, 'latin1');
      expect([answered.bytes.readUInt32BE(at - 4), answered.bytes[at + 4]]).toEqual([1, 0]);
    });
  });

  describe('N10: vector tiles', () => {
    test('have the one layer, with availability, provider and max_mbps', async () => {
      const answered = await ask(`${fibreAtA}.mvt`);
      expect(answered.status).toBe(200);
      const own = { 'content-type': vectorType, 'cache-control': 'no-cache', etag: strongTag };
      expect(contractHeaders(answered)).toEqual({ ...common, ...own });
      expect(variesByEncoding(answered)).toBe(true);
      expect(featuresOf(answered.bytes)).toEqual([
        { availability: 'Available', provider: 'North Fibre', max_mbps: 950 },
      ]);
    });

    test('are of their own technology, and what is not available is not on them', async () => {
      const wireless = await ask(`${tilePath(4, 174.05, -40.95, 6)}.mvt`);
      expect(featuresOf(wireless.bytes)).toEqual([{ availability: 'Planned', provider: 'Air', max_mbps: 1200 }]);
    });

    test('are gzip for those who take it, with a tag of their own', async () => {
      const plain = await ask(`${fibreAtA}.mvt`);
      const packed = await ask(`${fibreAtA}.mvt`, { headers: { 'Accept-Encoding': 'gzip, br' } });
      expect(packed.headers['content-encoding']).toBe('gzip');
      expect(gunzipSync(packed.bytes)).toEqual(plain.bytes);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
    });

    test('are 204 where nothing is covered', async () => {
      for (const target of [fibreAtSea, tilePath(5, 174.05, -40.95, 10)]) {
        const answered = await ask(`${target}.mvt`);
        expect([answered.status, answered.bytes.length]).toEqual([204, 0]);
        expect(answered.headers['access-control-allow-origin']).toBe('*');
        expect(answered.headers['cache-control']).toBe('no-cache');
      }
    });
  });

  describe('N10: what is kept how long', () => {
    test.each(['.mvt', '.png', '@2x.png'])(
      '%s without v: asked again each time, and 304 when it is the same',
      async (ending) => {
        const { headers } = await ask(`${fibreAtA}${ending}`);
        for (const tag of [headers.etag ?? '', `W/${headers.etag}`, `"x", ${headers.etag}`, '*']) {
          const again = await ask(`${fibreAtA}${ending}`, { headers: { 'If-None-Match': tag } });
          expect([again.status, again.bytes.length]).toEqual([304, 0]);
          expect(again.headers).toMatchObject({ etag: headers.etag, 'cache-control': 'no-cache' });
          expect(again.headers['content-type']).toBeUndefined();
        }
        expect((await ask(`${fibreAtA}${ending}`, { headers: { 'If-None-Match': '"x"' } })).status).toBe(200);
      },
    );

    test.each(['.mvt', '.png', '@2x.png'])('%s with v of the published version never changes', async (ending) => {
      const answered = await ask(`${fibreAtA}${ending}?v=1`);
      expect(answered.status).toBe(200);
      expect(answered.headers['cache-control']).toBe(immutable);
      expect(answered.bytes).toEqual((await ask(`${fibreAtA}${ending}`)).bytes);
      expect((await ask(`${fibreAtSea}${ending}?v=1`)).headers['cache-control']).toBe(immutable);
    });

    test.each(['2', '0', '-1', '01', '1.0', 'x', '', '1e0', '999999999999999'])(
      'v=%s is no version: 404, not kept',
      async (v) => {
        for (const target of [`${fibreAtA}.png`, `${fibreAtSea}.mvt`, '/tiles/1.json']) {
          const answered = await ask(`${target}?v=${v}`);
          expectError(answered, 404, 'There is no such version of the map.');
          expect(answered.headers['cache-control']).toBe('no-store');
        }
      },
    );

    test('v given twice is 400; other parameters are ignored', async () => {
      expectError(await ask(`${fibreAtA}.png?v=1&v=1`), 400, 'The parameter "v" is given more than once.');
      expect((await ask(`${fibreAtA}.png?x=2&v=1`)).headers['cache-control']).toBe(immutable);
    });

    test('a picture of another colour than expected is not to be kept', async () => {
      const { body } = await ask('/tiles/1.json');
      const [address = ''] = (JSON.parse(body) as { pictures: string[] }).pictures;
      const query = address.slice(address.indexOf('?'));
      expect((await ask(`${fibreAtA}.png${query}`)).headers['cache-control']).toBe(immutable);
      expect((await ask(`${fibreAtA}.png?v=1&colour=ff0000`)).headers['cache-control']).toBe('public, no-cache');
    });
  });

  describe('N10: the best technology at each place', () => {
    const bestAtA = fibreAtA.replace('/tiles/1/', '/tiles/best/');
    const bestAtSea = fibreAtSea.replace('/tiles/1/', '/tiles/best/');

    test('is a picture of what is available, to be revalidated, with the legend’s address immutable', async () => {
      for (const [ending, side] of [
        ['.png', 256],
        ['@2x.png', 512],
      ] as const) {
        const answered = await ask(`${bestAtA}${ending}`);
        expect(answered.status).toBe(200);
        expect(sizeOfPng(answered.bytes)).toEqual([side, side]);
        const own = { 'content-type': 'image/png', 'cache-control': 'no-cache', etag: strongTag };
        expect(contractHeaders(answered)).toEqual({ ...common, ...own });
        const etag = answered.headers.etag ?? '';
        expect((await ask(`${bestAtA}${ending}`, { headers: { 'If-None-Match': etag } })).status).toBe(304);
        expect((await ask(`${bestAtSea}${ending}`)).bytes).toEqual((await ask(`${fibreAtSea}${ending}`)).bytes);
      }
      const { best } = JSON.parse((await ask('/tiles')).body) as { best: { pictures: string; set_ids: number[] } };
      const query = best.pictures.slice(best.pictures.indexOf('?'));
      expect(best.pictures).toContain('/tiles/best/{z}/{x}/{y}{r}.png?v=1&colour=');
      expect(best.set_ids).toContain(1);
      expect((await ask(`${bestAtA}.png${query}`)).headers['cache-control']).toBe(immutable);
      expect((await ask(`${bestAtA}.png?v=1&colour=ff0000`)).headers['cache-control']).toBe('public, no-cache');
      expectError(await ask(`${bestAtA}.png?v=9`), 404, 'There is no such version of the map.');
    });

    test('has no vector tiles and no TileJSON', async () => {
      expect((await ask(`${bestAtA}.mvt`)).status).toBe(404);
      expect((await ask('/tiles/best.json')).status).toBe(404);
      expect((await ask('/tiles/0/4/15/9.png')).status).toBe(404);
    });
  });

  test.each([
    ['a zoom below 4', '/tiles/1/3/7/4.png'],
    ['a zoom above 16', '/tiles/1/17/1/1.mvt'],
    ['a column beyond the map', '/tiles/1/4/16/9.png'],
    ['a row beyond the map', '/tiles/1/10/9/1024.mvt'],
  ])('%s is 404', async (_title, target) => {
    expectError(await ask(target), 404, 'There is no such tile: zooms are 4 to 16, columns and rows 0 to 2^zoom - 1.');
  });

  test.each(['/tiles/9/4/15/9.png', '/tiles/9/4/15/9.mvt', '/tiles/9.json'])(
    '%s: a layer that is not there is 404',
    async (target) => {
      expectError(await ask(target), 404, 'There is no tile layer 9.');
    },
  );

  test.each([
    '/tiles/',
    '/tiles/1',
    '/tiles/1/',
    '/tiles/x.json',
    '/tiles/01.json',
    '/tiles/1/4/15/9.jpg',
    '/tiles/1/4/15/9@3x.png',
    '/tiles/1/4/15/9.png/',
    '/tiles/1/4/15',
    '/tiles/1/4/15/9/9.png',
    '/tiles/1/4/15/%39.png',
  ])('%s is nothing: 404', async (target) => {
    expectError(await ask(target), 404, 'There is nothing at this address.');
  });

  test('HEAD answers as GET without a body; others than GET, HEAD and OPTIONS are 405', async () => {
    for (const target of [`${fibreAtA}.png`, `${fibreAtA}.mvt`, '/tiles/1.json', '/tiles']) {
      const [got, head] = [await ask(target), await ask(target, { method: 'HEAD' })];
      expect([head.status, head.body]).toEqual([200, '']);
      expect(contractHeaders(head)).toEqual({ ...contractHeaders(got), 'x-request-id': expect.any(String) });
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const refused = await ask(target, { method });
        expectError(refused, 405, `This address answers GET, HEAD, OPTIONS, not ${method}.`);
        expect(refused.headers.allow).toBe('GET, HEAD, OPTIONS');
      }
      const options = await ask(target, { method: 'OPTIONS' });
      expect(options.status).toBe(204);
      expect(options.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', 'access-control-allow-origin': '*' });
    }
  });

  test('N10: the TileJSON hands out the addresses of the version', async () => {
    const answered = await ask('/tiles/4.json');
    expect(answered.status).toBe(200);
    const own = { 'content-type': 'application/json', 'cache-control': 'no-cache', etag: strongTag };
    expect(contractHeaders(answered)).toEqual({ ...common, ...own });
    expect(JSON.parse(answered.body)).toMatchObject({
      tilejson: '3.0.0',
      name: 'Wireless',
      tiles: ['http://localhost:3000/tiles/4/{z}/{x}/{y}.mvt?v=1'],
      attribution: 'Coverage: Air; Wātea',
      minzoom: 4,
      maxzoom: 16,
      // the area that is not available is not drawn
      bounds: [174, -41, 174.1, -40.9],
    });
    const again = await ask('/tiles/4.json', { headers: { 'If-None-Match': answered.headers.etag ?? '' } });
    expect([again.status, again.body]).toEqual([304, '']);
    expect((await ask('/tiles/4.json?v=1')).headers['cache-control']).toBe(immutable);
  });

  test('the legend names the technologies in use, in their order, with how they look', async () => {
    const answered = await ask('/tiles');
    expect(answered.headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-cache' });
    const { layers } = JSON.parse(answered.body) as { layers: Record<string, unknown>[] };
    expect(layers.map(({ set_id, name, version, covers }) => [set_id, name, version, covers])).toEqual([
      [1, 'Fibre', 1, true],
      [2, 'Cable', 1, true],
      [3, 'VDSL', 1, true],
      [4, 'Wireless', 1, true],
      [5, 'ADSL', 1, false],
    ]);
    const swatch = expect.stringMatching(/^data:image\/png;base64,/);
    expect(layers[0]).toEqual({
      set_id: 1,
      name: 'Fibre',
      version: 1,
      covers: true,
      colour: expect.stringMatching(/^#[0-9a-f]{6}$/),
      pattern: 'rising',
      as_of: [expect.stringMatching(/^\d{4}-\d\d-\d\d$/), expect.stringMatching(/^\d{4}-\d\d-\d\d$/)],
      tilejson: 'http://localhost:3000/tiles/1.json',
      pictures: expect.stringMatching(
        /^http:\/\/localhost:3000\/tiles\/1\/\{z\}\/\{x\}\/\{y\}\{r\}\.png\?v=1&colour=[0-9a-f]{6}$/,
      ),
      swatches: { Available: swatch, Underway: swatch, Planned: swatch },
    });
    expect(new Set(layers.map(({ pattern }) => pattern)).size).toBe(5);
    expect(new Set(layers.map(({ colour }) => colour)).size).toBe(5);
  });
});
