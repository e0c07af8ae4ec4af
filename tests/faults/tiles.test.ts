import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { publishVersion, rollBack } from '#flows/broadband/publish-version.ts';
import { expectError } from '#tests/support/error-shape.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { commandOf, processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { featuresOf, tilePath } from '#tests/support/tiles.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

let fixture: OwnFixture;
let server: ServerProcess;
let viewer: string;
let second: number;

/** Where only the second version has Fibre. */
const newArea = `${tilePath(1, 172.05, -43.45, 10)}.mvt`;
const oldArea = `${tilePath(1, 174.05, -40.95, 10)}.mvt`;

beforeAll(async () => {
  fixture = await ownFixture();
  viewer = signIn(fixture.databaseFile, 'viewer');
  const database = openDatabase(fixture.databaseFile);
  const area = feature({ provider: 'South Fibre' }, square(172, -43.5));
  second = (await importFile(database, file(collection(area)))).id;
  closeDatabase(database);
  server = await fixture.start({ BASE_URL: ownOrigin, WEB_CONCURRENCY: '2' });
});
afterAll(() => fixture.remove());

const get = (target: string, headers: Record<string, string> = {}) => ask(server.port, { target, headers });

/** Asks both workers, each request over a new connection, until all give this answer. */
const untilAll = (target: string, isSo: (answer: Awaited<ReturnType<typeof get>>) => boolean) =>
  waitUntil(`${target} to be the same on both workers`, async () =>
    (await Promise.all(Array.from({ length: 6 }, () => get(target)))).every(isSo),
  );

describe('a version that is not published', () => {
  test('is shown to signed-in staff, and only their browser may cache it', async () => {
    const answered = await get(`${newArea}?v=${second}`, { Cookie: `x=1; ${viewer}` });
    expect(featuresOf(answered.bytes)).toMatchObject([{ provider: 'South Fibre' }]);
    expect(answered.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    const json = await get(`/tiles/1.json?v=${second}`, { Cookie: viewer });
    expect(JSON.parse(json.body)).toMatchObject({ tiles: [`${ownOrigin}/tiles/1/{z}/{x}/{y}.mvt?v=${second}`] });
  });

  test.each([
    ['nobody', {}],
    ['a session that does not exist', { Cookie: 'watea-session=0123456789abcdef0123456789abcdef0123456789abcdef' }],
    ['an empty session', { Cookie: 'watea-session=' }],
  ])('is 404 for %s, like one that does not exist', async (_title, headers) => {
    for (const target of [newArea, newArea.replace('.mvt', '.png'), '/tiles/1.json']) {
      expectError(await get(`${target}?v=${second}`, headers), 404, 'There is no such version of the map.');
    }
  });
});

test('publishing shows the new version on every worker, rolling back the old one, and no worker mixes them', async () => {
  const before = await get(oldArea);
  expect((await get(newArea)).status).toBe(204);

  const database = openDatabase(fixture.databaseFile);
  await publishVersion(database, second, writing);
  await untilAll(newArea, ({ status }) => status === 200);
  const after = await get(newArea);
  expect(after.headers['cache-control']).toBe('no-cache');
  expect((await get(`${newArea}?v=${second}`)).headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expectError(await get(`${oldArea}?v=1`), 404);
  expect((await get(`${newArea}?v=1`, { Cookie: viewer })).status).toBe(204);
  // the import kept everything where the first version had Fibre
  expect(featuresOf((await get(oldArea)).bytes)).toEqual(featuresOf(before.bytes));

  await rollBack(database, writing);
  closeDatabase(database);
  await untilAll(newArea, ({ status }) => status === 204);
  const again = await get(oldArea, { 'If-None-Match': before.headers.etag ?? '' });
  expect(again.status).toBe(304);
  expectError(await get(`${newArea}?v=${second}`), 404);
});

const makers = () => processTree(server.child.pid ?? 0).filter((pid) => commandOf(pid).includes('maker-process'));

describe.skipIf(!existsSync('/proc/self/task'))('the processes that make tiles (skipped without /proc)', () => {
  test('run once per worker; killed ones are replaced and no request gets an error', async () => {
    await untilAll(oldArea, ({ status }) => status === 200);
    await waitUntil('a process beside each worker', async () => {
      await get('/tiles');
      return makers().length === 2;
    });
    for (const pid of makers()) signalProcess(pid, 'SIGKILL');
    const [, , , x = 0, y = 0] = oldArea.split(/[/.]/).slice(1).map(Number);
    const targets = Array.from(
      { length: 12 },
      (_, more) => `/tiles/2/10/${x + (more % 4)}/${y + Math.floor(more / 4)}.png`,
    );
    const answers = await Promise.all(targets.map((target) => get(target)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('store tiles beside the database, and end with the server', async () => {
    expect(readdirSync(`${fixture.databaseFile}-tiles`).length).toBeGreaterThan(0);
    const pids = makers();
    await fixture.stopAll();
    expect(pids).not.toEqual([]);
    await waitUntil('their end', () => pids.every((pid) => !existsSync(`/proc/${pid}`)));
  });
});
