import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isArchiveName } from '#lib/backup/archives.ts';
import { watea } from '#tests/support/command-line.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { callAction, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { auditRows } from '#tests/support/staff/writes.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const scene = makeFolder();
const folder = join(scene.path, 'backups');
let fixture: OwnFixture;
let server: ServerProcess;
let admin: string;
let editor: string;

beforeAll(async () => {
  fixture = await ownFixture();
  admin = signIn(fixture.databaseFile, 'admin');
  editor = signIn(fixture.databaseFile, 'editor');
  server = await startWith('3s');
});
afterAll(async () => {
  await fixture.remove();
  scene.remove();
});

const startWith = (every: string) =>
  fixture.start({
    BASE_URL: ownOrigin,
    LOG_LEVEL: 'info',
    BACKUP_DIR: folder,
    BACKUP_EVERY: every,
    BACKUP_KEEP: '1',
  });

const made = () =>
  queryDatabase(fixture.databaseFile, 'SELECT file, made_by, fault IS NULL AS good FROM backup ORDER BY id');
const archives = () => readdirSync(folder).filter(isArchiveName).sort();
const overview = async () => (await ask(server.port, { target: '/admin', headers: { Cookie: admin } })).body;

const backUp = (cookie: string | undefined) =>
  callAction(server.port, {
    page: '/admin',
    action: { file: 'app/admin/overview/actions.ts', name: 'backUp' },
    values: [],
    cookie,
    origin: ownOrigin,
  });

test('backups are made on schedule, and only the last ones are kept', async () => {
  await waitUntil('two backups', () => made().length >= 2);
  await waitUntil('the old one to be removed', () => archives().length === 1);
  expect(made().every(({ made_by, good }) => made_by === 'schedule' && good === 1)).toBe(true);
  const newest = join(folder, archives().at(-1) ?? '');
  expect(await watea(['check', newest], {})).toMatchObject({ status: 0, stderr: '' });
});

test('only an admin can make one, whose job says where it is', async () => {
  const before = auditRows(fixture.databaseFile);
  for (const cookie of [undefined, editor]) expect(await backUp(cookie)).toMatchObject({ ok: false });
  expect(auditRows(fixture.databaseFile)).toEqual(before);
  const { ok, value: job } = await backUp(admin);
  expect(ok).toBe(true);
  const outcome = await waitUntil('the job', () => {
    const [row] = queryDatabase(fixture.databaseFile, 'SELECT state, outcome, fault FROM work WHERE id = ?', job);
    return row?.state === 'waiting' || row?.state === 'running' ? undefined : row;
  });
  expect(outcome).toMatchObject({ state: 'done', fault: null });
  const { file } = JSON.parse(String(outcome.outcome)) as { file: string };
  expect(made()).toContainEqual({ file, made_by: 'admin@watea.example', good: 1 });
  const page = await ask(server.port, { target: `/admin/jobs/${job}`, headers: { Cookie: admin } });
  expect(page.body).toContain(file);
});

test('the overview is red when they fail, with what to do, and /readyz stays as it is', async () => {
  rmSync(folder, { recursive: true });
  writeFileSync(folder, 'not a folder');
  await waitUntil(
    'the alarm',
    () => queryDatabase(fixture.databaseFile, "SELECT 1 FROM alarm WHERE subject = 'backup'").length > 0,
  );
  const bad = await overview();
  expect(bad).toContain('data-fault="true"');
  expect(bad).toMatch(/The last backup failed and will be tried again\. [^<]*cannot be written/);
  const logged = /"event":"backup","fault":"The last backup failed[^"]*cannot be written/;
  await waitUntil('the log says why', () => logged.test(server.output()));
  expect((await ask(server.port, { target: '/readyz' })).status).toBe(200);
  rmSync(folder);
  await waitUntil(
    'the end of the alarm',
    () => queryDatabase(fixture.databaseFile, "SELECT 1 FROM alarm WHERE subject = 'backup'").length === 0,
  );
});

test('the overview shows the last one, and is not red while none is late', async () => {
  // every three seconds, one is late at times on a busy machine
  await fixture.stopAll();
  server = await startWith('1h');
  const calm = await overview();
  expect(calm).toContain('Last backup');
  expect(calm).toContain('Back up now');
  expect(calm).not.toContain('data-fault="true"');
});
