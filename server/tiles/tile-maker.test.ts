import { existsSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { readTileSets } from '#db/tiles/tile-sets.ts';
import type { TileAddress } from '#lib/tiles/tile-address.ts';
import type { TileSet } from '#lib/tiles/tile-set.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { seedFixture } from '#tests/support/fixture.ts';
import { tilePath } from '#tests/support/tiles.ts';
import { waitUntil } from '#tests/support/wait-until.ts';
import { TileFiles } from './tile-files.ts';
import { TileMaker } from './tile-maker.ts';
import { TileService } from './tile-service.ts';

let folder: ReturnType<typeof makeFolder>;
let tilesFolder: string;
let databaseFile: string;
let fibre: TileSet;
let makers: TileMaker[];
let events: Record<string, unknown>[];

beforeEach(async () => {
  folder = makeFolder();
  databaseFile = join(folder.path, 'watea.db');
  tilesFolder = `${databaseFile}-tiles`;
  makers = [];
  events = [];
  await seedFixture(databaseFile);
  const connection = openWriter(databaseFile);
  const set = readTileSets(connection, 1).get(1);
  connection.sqlite.close();
  if (set === undefined) throw new Error('The fixture has no Fibre.');
  fibre = set;
});

afterEach(async () => {
  const pids = makers.map(({ pid }) => pid);
  for (const maker of makers) maker.close();
  await Promise.all(pids.map(untilGone));
  folder.remove();
});

/** The folder is checked before the first file is written. */
async function untilKept(name = ''): Promise<void> {
  await waitUntil('the file', () => existsSync(join(tilesFolder, name)));
}

async function untilGone(pid: number | undefined): Promise<void> {
  await waitUntil('the end of the process', () => pid === undefined || !existsSync(`/proc/${pid}`));
}

function startMaker(): TileMaker {
  const settings = { databaseFile, folder: tilesFolder, mostBytes: 2 ** 28, sharers: 1 };
  const maker = new TileMaker(settings, { error: (event) => events.push(event) });
  makers.push(maker);
  return maker;
}

const startService = () => new TileService(tilesFolder, startMaker());

function addressAt(z: number, more = 0): TileAddress {
  const [, , , x = 0, y = 0] = tilePath(1, 174.05, -40.95, z).split('/').slice(1).map(Number);
  return { setId: 1, z, x: x + more, y, format: 'mvt' };
}

const fileName = ({ x, y }: TileAddress) => `${x}-${y}.mvt`;

const wanted = (address: TileAddress, file = `a/${address.z}-${address.x}`) => ({
  versionId: 1,
  look: fibre.look,
  address,
  file,
});

test('a tile is made by a separate process, and stored as a complete file', async () => {
  const maker = startMaker();
  const made = await maker.make(wanted(addressAt(10)), 'a');
  expect(made).toMatchObject({ outcome: 'made' });
  expect(maker.pid).not.toBe(process.pid);
  await untilKept(`a/10-${addressAt(10).x}`);
  expect(readdirSync(join(tilesFolder, 'a'))).toEqual([`10-${addressAt(10).x}`]);
});

test('a killed process is replaced: no waiting request gets an error', async () => {
  const maker = startMaker();
  await maker.make(wanted(addressAt(10)), 'a');
  for (let round = 0; round < 3; round++) {
    const { pid } = maker;
    if (pid === undefined) throw new Error('There is no process.');
    process.kill(pid, 'SIGKILL');
    const made = await Promise.all([9, 10, 11].map((z) => maker.make(wanted(addressAt(z)), 'a')));
    expect(made.map(({ outcome }) => outcome)).toEqual(['made', 'made', 'made']);
    expect(maker.pid).not.toBe(pid);
  }
  expect(events).toHaveLength(3);
  expect(events[0]).toEqual({ event: 'tile maker died', status: null, signal: 'SIGKILL' });
});

test('a version that does not exist is gone', async () => {
  expect(await startMaker().make({ ...wanted(addressAt(10)), versionId: 9 }, 'a')).toEqual({ outcome: 'gone' });
});

test('one client may have 200 tiles waiting, all clients together 400', async () => {
  const maker = startMaker();
  const ask = (caller: string, count: number) =>
    Array.from({ length: count }, (_, place) => maker.make(wanted(addressAt(16, place)), caller));
  const asked = [...ask('a', 201), ...ask('b', 200), ...ask('c', 2)];
  const outcomes = (await Promise.all(asked)).map(({ outcome }) => outcome);
  expect(outcomes.filter((outcome) => outcome === 'made')).toHaveLength(400 + 1);
  expect(outcomes[200]).toBe('too many');
  // the one being made is not waiting
  expect(outcomes.slice(401)).toEqual(['made', 'busy']);
  expect(await maker.make(wanted(addressAt(9)), 'a')).toMatchObject({ outcome: 'made' });
});

describe('the tiles of a process', () => {
  test('are made once for all concurrent requests', async () => {
    const service = startService();
    const found = await Promise.all(Array.from({ length: 500 }, () => service.get(fibre, addressAt(10), 'a')));
    expect(new Set(found).size).toBe(1);
    expect(service.get(fibre, addressAt(10), 'a')).toBe(found[0]);
  });

  test('are read from disk after a restart, without a tile process', async () => {
    const before = await startService().get(fibre, addressAt(10), 'a');
    await untilKept(`${fibre.fingerprint}/10/${fileName(addressAt(10))}`);
    const service = startService();
    service.maker.close();
    expect(await service.get(fibre, addressAt(10), 'a')).toEqual(before);
    expect(await service.get(fibre, addressAt(11), 'a')).toBe('busy');
  });

  test('are made again when a file is damaged', async () => {
    const before = await startService().get(fibre, addressAt(10), 'a');
    await untilKept(`${fibre.fingerprint}/10/${fileName(addressAt(10))}`);
    const files = readdirSync(tilesFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files).toHaveLength(1);
    for (const { parentPath, name } of files) writeFileSync(join(parentPath, name), 'WTL1 and not more');
    expect(await startService().get(fibre, addressAt(10), 'a')).toEqual(before);
  });

  test('differ with their content, even at the same address', async () => {
    const service = startService();
    const png = { ...addressAt(10), format: 'png' } as const;
    const blue = await service.get(fibre, png, 'a');
    const red = await service.get({ ...fibre, look: { ...fibre.look, colour: '#ff0000' } }, png, 'a');
    expect(red).not.toEqual(blue);
    expect(await service.get({ ...fibre, fingerprint: 'other', versionId: 9 }, png, 'a')).toBe('gone');
  });
});

describe('stored files stay within a limit', () => {
  const gone = { throwIfNoEntry: false } as const;
  const filesNow = () => {
    try {
      return readdirSync(tilesFolder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    } catch {
      // the folder does not exist before the first file
      return [];
    }
  };
  const bytesIn = () =>
    // a file may be removed while it is counted
    filesNow().reduce((sum, { parentPath, name }) => sum + (statSync(join(parentPath, name), gone)?.size ?? 0), 0);

  test('at all times, while two processes write ten times as much', async () => {
    const bound = 200_000;
    const writers = [new TileFiles(tilesFolder, bound, 2), new TileFiles(tilesFolder, bound, 2)];
    let most = 0;
    for (let round = 0; round < 1000; round++) {
      writers[round % 2]?.store(`tiles/${round}`, Buffer.alloc(2000, round));
      // files that are to be written while the folder is thinned wait for the end of that
      await nextTurn();
      if (round % 100 === 0) await Promise.all(writers.map((files) => files.thin()));
      if (round % 10 === 0) most = Math.max(most, bytesIn());
    }
    await Promise.all(writers.map((files) => files.thin()));
    expect(most).toBeLessThanOrEqual(bound);
    expect(bytesIn()).toBeGreaterThan(bound / 4);
  });

  test('while another process empties and removes folders', async () => {
    const files = new TileFiles(tilesFolder, 10_000, 1);
    for (let round = 0; round < 8; round++) {
      for (let place = 0; place < 200; place++) {
        mkdirSync(join(tilesFolder, `existing/${place}`), { recursive: true });
        if (place < 20) writeFileSync(join(tilesFolder, `existing/${place}/0`), Buffer.alloc(1000));
      }
      let isThinning = true;
      const thinned = files.thin().finally(() => {
        isThinning = false;
      });
      for (let place = 0; isThinning; place++) {
        const folder = join(tilesFolder, `leaving-${place % 200}`);
        await mkdir(folder, { recursive: true });
        await rmdir(folder);
      }
      await thinned;
      expect(bytesIn()).toBeLessThanOrEqual(10_000);
    }
  });

  test('and the most recently used remain', async () => {
    const files = new TileFiles(tilesFolder, 100_000, 1);
    for (let place = 0; place < 80; place++) {
      if (place % 20 === 0) await files.thin();
      files.store(`a/${place}`, Buffer.alloc(1000));
      utimesSync(join(tilesFolder, `a/${place}`), 1000 + place, 1000 + place);
    }
    // the oldest one was used just now
    utimesSync(join(tilesFolder, 'a/0'), 5000, 5000);
    await files.thin();
    const left = readdirSync(join(tilesFolder, 'a'));
    expect(left).toContain('0');
    expect(left).toContain('79');
    expect(left).not.toContain('1');
  });

  test('a limit of 0 stores none', () => {
    new TileFiles(tilesFolder, 0, 1).store('a/1', Buffer.alloc(10));
    expect(existsSync(tilesFolder)).toBe(false);
  });
});
