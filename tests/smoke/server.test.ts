import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { keys } from '#tests/support/fixture.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { commandOf, primaryOf, processTree, signalProcess } from '#tests/support/processes/process-tree.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

// One server with two workers through its whole life; each test goes on from the one before.

const droplist = '/1.0/droplist';
const point = `/api/1.0/availability/yx/-41.05/174.05?api_key=${keys.plain}`;
const mark = makeFolder();
const heldPages = new URL('../support/processes/held-pages.ts', import.meta.url);
let fixture: OwnFixture;
let server: ServerProcess;
let editor: string;
beforeAll(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  const settings = {
    WEB_CONCURRENCY: '2',
    BASE_URL: ownOrigin,
    PAGES_MAY_START: join(mark.path, 'go'),
    NODE_OPTIONS: `--import=${heldPages}`,
  };
  server = await fixture.start(settings, { pages: 'later' });
});
afterAll(async () => {
  await fixture.remove();
  mark.remove();
});

const statusOf = async (target: string) => (await ask(server.port, { target })).status;
const first = () => server.child.pid ?? 0;
const workers = () =>
  processTree(primaryOf(first()))
    .slice(1)
    .filter((pid) => commandOf(pid).includes('/server.ts'));

function addRegistrar(name: string) {
  const action = { file: 'app/admin/registrars/actions.ts', name: 'addRegistrar' };
  const values = [{ name, contactEmail: 'ops@example.nz', note: '', perSecond: '70', enabled: true }];
  const page = '/admin/registrars/new';
  return callAction(server.port, { page, action, values, cookie: editor, origin: ownOrigin });
}

test('while its pages start, both APIs answer, and a page says so and loads again by itself', async () => {
  expect([await statusOf(droplist), await statusOf(point)]).toEqual([200, 200]);
  const ready = await ask(server.port, { target: '/readyz' });
  expect([ready.status, ready.body]).toEqual([200, expect.stringMatching(/^ready\nPages: starting\. /)]);
  const page = await ask(server.port, { target: '/?lang=mi' });
  expect(page.status).toBe(503);
  expect(page.headers).toMatchObject({ refresh: '2', 'retry-after': '2', 'cache-control': 'no-store' });
  expect(page.body).toContain('<h1>Kei te tīmata a Wātea</h1>');
  expect(server.output()).toMatch(/^Both APIs answer on port \d+\. The map and the staff screens are starting …\n$/);
});

test('its addresses are printed once the pages answer too', async () => {
  writeFileSync(join(mark.path, 'go'), '');
  await waitUntil('the addresses', () => server.output().includes('api_key='));
  expect([await statusOf('/'), await statusOf('/admin/login')]).toEqual([200, 200]);
  expect((await ask(server.port, { target: '/readyz' })).body).toBe('ready\n');
});

test('a killed worker is replaced, and the other one answers until then', async () => {
  const before = await waitUntil('both workers', () => (workers().length === 2 ? workers() : undefined));
  signalProcess(before[0], 'SIGKILL');
  await waitUntil('another worker', () => workers().filter((pid) => !before.includes(pid)).length === 1);
  for (let times = 0; times < 4; times++) expect(await statusOf(droplist)).toBe(200);
});

test('SIGHUP replaces every process but the first without a failed request, and its pages take changes at once', async () => {
  const before = processTree(first()).slice(1);
  server.child.kill('SIGHUP');
  const statuses = new Set<number>();
  const seen = new Set<number>();
  await waitUntil('the successor alone', async () => {
    statuses.add(await statusOf(droplist));
    seen.add(await statusOf('/admin/login'));
    const now = processTree(first());
    return now.length > 1 && before.every((pid) => !now.includes(pid));
  });
  expect([[...statuses], [...seen]]).toEqual([[200], [200]]);
  expect(await addRegistrar('By the successor')).toMatchObject({ ok: true });
});

test('SIGTERM ends it with 0, and nothing of it is left', async () => {
  const all = processTree(first());
  expect(await server.stop()).toBe(0);
  expect(all.map(commandOf).filter((command) => command !== '')).toEqual([]);
});
