import { closeSync, existsSync, openSync, readdirSync, readSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { PMTiles, type RangeResponse, type Source, tileIdToZxy } from 'pmtiles';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { baseMapFile, getBaseMap } from '#db/base-map/base-map.ts';
import { newZealand } from '#lib/base-map/extract/region.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import type { Reason } from '#lib/refusal.ts';
import { worldZoom, writeWorld } from '#tests/support/base-map/world.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf, wordsOf } from '#tests/support/refusals.ts';
import { startFileServer } from '#tests/support/web/file-server.ts';
import { fetchBaseMap } from './fetch-base-map.ts';

const by = { actor: { who: 'command line', address: null }, nowMs: 1_800_000_000_000 };
const attribution = '<a href="https://www.openstreetmap.org/copyright">© OpenStreetMap</a>';
const folder = makeFolder();
const world = join(folder.path, 'world.pmtiles');

beforeAll(() => {
  writeWorld(world, {
    attribution,
    version: '4.14.8',
    vector_layers: [{ id: 'earth' }, { id: 'roads' }],
    'planetiler:osm:osmosisreplicationtime': '2026-11-25T00:00:00Z',
  });
});
afterAll(() => folder.remove());

async function opened() {
  const { reader, writer } = freshDatabase();
  const server = await startFileServer(world);
  const waits: number[] = [];
  const shown: string[] = [];
  const fetch = (more: Partial<Parameters<typeof fetchBaseMap>[1]> = {}) =>
    fetchBaseMap(writer, {
      from: server.address,
      ...by,
      onProgress: (stage) => void (shown.at(-1) === stage || shown.push(stage)),
      patience: { wait: async (ms) => void waits.push(ms), clock: () => by.nowMs },
      ...more,
    });
  const databaseFile = writer.sqlite.name;
  const stored = () => baseMapFile(databaseFile, getBaseMap(reader)?.number ?? 0);
  const files = () =>
    readdirSync(dirname(databaseFile)).filter((name) => !name.startsWith(`${basename(databaseFile)}-`));
  return { reader, writer, server, waits, shown, fetch, stored, files, kept: `${databaseFile}-fetch` };
}

/** A file as the reader of the package sees it, which browsers have too. */
function archiveAt(path: string): PMTiles {
  const file = openSync(path, 'r');
  onTestFinished(() => closeSync(file));
  const source: Source = {
    getKey: () => path,
    async getBytes(offset, length) {
      const bytes = new Uint8Array(length);
      const read = readSync(file, bytes, 0, length, offset);
      return { data: bytes.buffer.slice(0, read) };
    },
  };
  return new PMTiles(source);
}

/** The tiles up to a zoom that touch New Zealand, found tile by tile. */
function touchedTiles(mostZoom: number): [zoom: number, x: number, y: number][] {
  const all = Array.from({ length: (4 ** (mostZoom + 1) - 1) / 3 }, (_, id) => tileIdToZxy(id));
  return all.filter(([zoom, x, y]) => {
    const longitude = (column: number) => (column / 2 ** zoom) * 360 - 180;
    const latitude = (row: number) => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / 2 ** zoom))) * 180) / Math.PI;
    return newZealand.some(
      ({ west, south, east, north }) =>
        longitude(x) < east && longitude(x + 1) > west && latitude(y + 1) < north && latitude(y) > south,
    );
  });
}

const bytesOf = (tile: RangeResponse | undefined) => Buffer.from(new Uint8Array(tile?.data ?? new ArrayBuffer()));

async function expectTilesOf(path: string, mostZoom: number): Promise<void> {
  const [whole, own] = [archiveAt(world), archiveAt(path)];
  const touched = touchedTiles(mostZoom);
  for (const [zoom, x, y] of touched) {
    const [expected, found] = [await whole.getZxy(zoom, x, y), await own.getZxy(zoom, x, y)];
    expect(expected).toBeDefined();
    const isSame = bytesOf(found).equals(bytesOf(expected));
    expect(isSame, `${zoom}/${x}/${y}`).toBe(true);
  }
  const header = await own.getHeader();
  expect(header).toMatchObject({ numAddressedTiles: touched.length, maxZoom: mostZoom, clustered: true });
  expect(await own.getMetadata()).toMatchObject({ attribution });
}

test('a world of gigabytes ends as exactly the tiles that touch New Zealand and the Chathams', async () => {
  const { reader, server, shown, fetch, stored, kept } = await opened();
  expect(statSync(world).size).toBeGreaterThan(3e9);
  const fetched = await fetch();
  expect(fetched).toMatchObject({
    file: 'world.pmtiles (data of 25 November 2026)',
    from: server.address,
    mostZoom: worldZoom,
    attribution,
  });
  await expectTilesOf(stored(), worldZoom);
  expect(getBaseMap(reader)).toMatchObject({ source: fetched.file, bytes: fetched.bytes, attribution });
  // neighbours together, and little more than what is needed
  expect(server.asked.length).toBeLessThan(60);
  expect(server.askedBytes()).toBeLessThan(2 * fetched.bytes);
  expect(shown).toEqual(['find-tiles', 'download', 'read-file']);
  expect(existsSync(kept)).toBe(false);
});

test('a zoom bounds the tiles, and a redirect is followed', async () => {
  const { server, fetch, stored } = await opened();
  expect(await fetch({ from: new URL('/moved', server.address).href, maxZoom: 6 })).toMatchObject({ mostZoom: 6 });
  await expectTilesOf(stored(), 6);
});

test('a fetch goes on where it broke off: what was complete is not asked for again', async () => {
  const { server, fetch, stored, kept } = await opened();
  await fetch();
  const wholeBytes = server.askedBytes();
  server.misbehave((number) => (number > 10 ? 'break' : undefined));
  const { reason, faults } = await rejectionOf(fetch());
  expect(wordsOf(reason)).toMatch(/^The street map was not fetched completely; .* are kept/);
  expect(faults.map((fault) => fault.reason.code)).toEqual(['web-unreachable']);
  const complete = readdirSync(kept).filter((name) => name !== 'source.json');
  expect(complete.length).toBeGreaterThan(0);

  await server.restart();
  await fetch();
  // the first bytes are, to see that it is the same file
  expect(server.asked[0]).toEqual({ offset: 0, length: 16_384 });
  const again = server.asked.slice(1).map(({ offset, length }) => `${offset}-${length}`);
  expect(again.filter((part) => complete.includes(part))).toEqual([]);
  const keptBytes = complete.reduce((sum, name) => sum + Number(name.split('-')[1]), 0);
  expect(server.askedBytes()).toBe(wholeBytes - keptBytes);
  await expectTilesOf(stored(), worldZoom);
});

test('a connection that breaks once is made again', async () => {
  const { server, waits, fetch, stored } = await opened();
  server.misbehave((number) => (number === 5 ? 'break' : undefined));
  await fetch();
  expect(waits).toEqual([1000]);
  await expectTilesOf(stored(), worldZoom);
});

test('a busy server is waited for, as long as it says', async () => {
  const { server, waits, fetch } = await opened();
  server.misbehave((number) => {
    if (number === 1) return { status: 429, headers: { 'Retry-After': '7' } };
    return number === 2 ? { status: 503 } : undefined;
  });
  await fetch();
  expect(waits).toEqual([7000, 2000]);
});

test('a server that stays busy, or asks to wait for hours, is not waited for', async () => {
  const { server, waits, fetch } = await opened();
  server.misbehave(() => ({ status: 429 }));
  expect((await rejectionOf(fetch())).reason).toEqual({ code: 'web-answered', address: server.address, status: 429 });
  expect(waits).toHaveLength(7);
  server.misbehave(() => ({ status: 503, headers: { 'Retry-After': '7200' } }));
  await rejectionOf(fetch());
  expect(waits).toHaveLength(7);
});

test.each([
  ['says that its tag is another', '"one"', '"two"'],
  ['has weak tags', 'W/"one"', 'W/"two"'],
])(
  'a file that changes meanwhile ends the fetch, and nothing of it is kept: a server that %s',
  async (_what, ...tags) => {
    const { reader, server, fetch, kept, files } = await opened();
    const filesBefore = files();
    server.etag = tags[0];
    server.misbehave((number) => {
      if (number === 6) server.etag = tags[1];
      return undefined;
    });
    const { reason } = await rejectionOf(fetch());
    expect(wordsOf(reason)).toBe(`${server.address} changed while it was read, and nothing of it was kept. Try again.`);
    expect(existsSync(kept)).toBe(false);
    expect(files()).toEqual(filesBefore);
    expect(getBaseMap(reader)).toBeUndefined();
    await fetch();
    expect(getBaseMap(reader)).toBeDefined();
  },
);

test('what is kept of a file that has changed since is not used', async () => {
  const { server, fetch, stored } = await opened();
  server.misbehave((number) => (number > 10 ? { status: 404 } : undefined));
  await rejectionOf(fetch());
  await server.restart();
  server.etag = '"two"';
  const fetched = await fetch();
  expect(server.askedBytes()).toBeGreaterThan(fetched.bytes);
  await expectTilesOf(stored(), worldZoom);
});

test.each([
  ['ignores ranges', 'whole' as const, 'cannot be read in parts'],
  ['does not have the file', { status: 404 }, 'answered with status 404: it does not exist.'],
])('a server that %s is refused', async (_what, misbehaviour, sentence) => {
  const { server, fetch, kept } = await opened();
  server.misbehave(() => misbehaviour);
  const { reason } = await rejectionOf(fetch());
  expect(wordsOf(reason)).toContain(sentence);
  expect(existsSync(kept)).toBe(false);
});

test('only one process fetches at a time', async () => {
  const { server, fetch } = await opened();
  const second: unknown[] = [];
  server.misbehave((number) => {
    if (number === 3) second.push(rejectionOf(fetch()));
    return undefined;
  });
  await fetch();
  expect(await Promise.all(second)).toMatchObject([{ reason: { code: 'base-map-fetch-busy' } }]);
});

test('a fetch that is cancelled ends at once, and keeps what is complete', async () => {
  const { fetch, kept } = await opened();
  const stop = new AbortController();
  const onProgress = (stage: string, done: number) => {
    if (stage === 'download' && done > 5_000_000) stop.abort(new Error('cancelled'));
  };
  await expect(fetch({ onProgress, signal: stop.signal })).rejects.toThrow('cancelled');
  expect(existsSync(join(kept, 'source.json'))).toBe(true);
});

test('without an address, the newest build of Protomaps is fetched', async () => {
  const { server, fetch } = await opened();
  const asked: string[] = [];
  // the addresses of the builds lead to the server of this test
  setProcessWide('outgoing-fetch', async (address: string, options: RequestInit) => {
    asked.push(address);
    if (address.endsWith('/builds.json'))
      return Response.json([{ key: '20261125.pmtiles' }, { key: '20261126.pmtiles' }]);
    return await globalThis.fetch(server.address, options);
  });
  onTestFinished(() => setProcessWide('outgoing-fetch', undefined));
  expect(await fetch({ from: undefined })).toMatchObject({ file: '20261126.pmtiles (data of 25 November 2026)' });
  expect(asked.slice(0, 2)).toEqual([
    'https://build-metadata.protomaps.dev/builds.json',
    'https://build.protomaps.com/20261126.pmtiles',
  ]);
});

test('a server whose name leads nowhere is named with the cause before the first wait, and given up after 15 seconds', async () => {
  const { writer } = freshDatabase();
  const waits: [ms: number, code: string, host: unknown][] = [];
  const from = 'https://nowhere.invalid/world.pmtiles';
  const wait = async (ms: number, obstacle: Reason) =>
    void waits.push([ms, obstacle.code, 'host' in obstacle && obstacle.host]);
  const fetched = fetchBaseMap(writer, {
    from,
    ...by,
    onProgress: () => {},
    patience: { wait, clock: () => by.nowMs },
  });
  const { reason } = await rejectionOf(fetched);
  expect(reason).toMatchObject({ code: 'web-unknown-host', host: 'nowhere.invalid' });
  expect(waits).toEqual([1000, 2000, 4000, 8000].map((ms) => [ms, 'web-unknown-host', 'nowhere.invalid']));
});
