import { rmSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addJob } from '#db/jobs/jobs.ts';
import type { ImportRequest } from '#lib/broadband/import/mapping/choices.ts';
import type { JobView } from '#lib/jobs/view.ts';
import type { RefusalRecord } from '#lib/refusal.ts';
import { collection, feature, square } from '#tests/support/files/coverage-files.ts';
import { ask } from '#tests/support/http.ts';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { primaryOf, signalProcess } from '#tests/support/processes/process-tree.ts';
import type { ServerProcess } from '#tests/support/processes/server-process.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { faultWords } from '#tests/support/refusals.ts';
import { callAction, emailOf, ownOrigin, signIn } from '#tests/support/staff/action.ts';
import { storedUploads, uploadClient } from '#tests/support/uploads.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const settings = { BASE_URL: ownOrigin };
const quick = JSON.stringify(collection(feature({ provider: 'Quick' }, square(174.2, -41.2))));
/** Enough areas to make the import take some time. */
const squares = (count: number) =>
  JSON.stringify(
    collection(
      ...Array.from({ length: count }, (_, place) =>
        feature({ provider: 'Slow' }, square(170 + (place % 200) * 0.01, -45 + Math.floor(place / 200) * 0.01, 0.005)),
      ),
    ),
  );
const slow = squares(8_000);

/** Has processes of jobs begin two seconds after their start, as on a busy machine: longer than the supervisor's checks are apart. */
const slowJobProcesses = `--import="data:text/javascript,${encodeURIComponent(
  "if (process.argv[1]?.endsWith('jobs/process.ts')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000)",
)}"`;

let fixture: OwnFixture;
let editor: string;
let server: ServerProcess;
beforeEach(async () => {
  fixture = await ownFixture();
  editor = signIn(fixture.databaseFile, 'editor');
  server = await fixture.start(settings);
});
afterEach(() => fixture.remove());

async function startImport(name: string, content: string): Promise<{ id: number; uploadId: string }> {
  const uploadId = await uploadClient(server.port, editor).whole(name, content);
  const parameters: ImportRequest = { mode: 'join', newProviders: true };
  const actor = { who: emailOf('editor'), address: '127.0.0.1' };
  const id = fixture.change(({ db }) =>
    addJob(
      db,
      { kind: 'coverage import', title: `Coverage from ${name}`, parameters, uploadId },
      { actor, nowMs: Date.now() },
    ),
  );
  return { id, uploadId };
}

async function view(id: number): Promise<JobView> {
  const { status, body } = await ask(server.port, { target: `/admin/jobs/${id}/state`, headers: { Cookie: editor } });
  expect(status, body).toBe(200);
  return JSON.parse(body) as JobView;
}

function rowOf(id: number): Record<string, unknown> {
  return query('SELECT * FROM work WHERE id = ?', id)[0] as Record<string, unknown>;
}

const query = (sql: string, ...values: unknown[]): unknown[] => queryDatabase(fixture.databaseFile, sql, ...values);

/** Rows of the coverage that belong to no ready version, of an import that has not ended. */
const unfinishedRows = () =>
  query(
    `SELECT 'version' FROM coverage_version WHERE state = 'building'
     UNION ALL SELECT 'layer' FROM coverage_layer WHERE id NOT IN (SELECT layer_id FROM coverage_version_layer)
     UNION ALL SELECT 'part' FROM coverage_part WHERE offer_id NOT IN (SELECT id FROM coverage_offer)`,
  );
const versions = () => query('SELECT id, note, state, published_at FROM coverage_version ORDER BY id');
const fixtureVersion = { id: 1, note: 'fixture', state: 'ready', published_at: expect.any(Number) };
const newVersion = { note: 'slow.geojson', state: 'ready', published_at: null };

const isStoring = () => query("SELECT 1 FROM coverage_version WHERE state = 'building'").length > 0;
const untilDone = (id: number) =>
  waitUntil('the job to end', async () => !/waiting|running/.test((await view(id)).state));

function jobProcesses(): number[] {
  const rows = query("SELECT holder FROM work WHERE state = 'running'") as { holder: string }[];
  return rows.map(({ holder }) => Number(holder.split(' ')[1]));
}

function onlyJobProcess(): number {
  const [pid] = jobProcesses();
  if (pid === undefined) throw new Error('No job is running.');
  return pid;
}

function killHard(pids: readonly number[]): void {
  for (const pid of pids) signalProcess(pid, 'SIGKILL');
}

test('two imports run one after the other, and the second shows what it waits for', async () => {
  const first = await startImport('slow.geojson', slow);
  const second = await startImport('quick.geojson', quick);
  await waitUntil('the first to store', isStoring);
  expect(await view(second.id)).toMatchObject({
    state: 'waiting',
    doing: 'Starts after: Coverage from slow.geojson',
  });
  await untilDone(second.id);
  expect(rowOf(first.id)).toMatchObject({ state: 'done', attempts: 1, who: 'editor@watea.example' });
  expect(JSON.parse(String(rowOf(second.id).outcome))).toMatchObject({
    code: 'coverage-imported',
    id: 3,
    newProviders: ['Quick'],
  });
  expect(rowOf(second.id).started_at).toBeGreaterThanOrEqual(Number(rowOf(first.id).ended_at));
  expect(versions()).toEqual([
    fixtureVersion,
    { id: 2, ...newVersion },
    { id: 3, ...newVersion, note: 'quick.geojson' },
  ]);
  const imports = query("SELECT who, address FROM audit_entry WHERE action = 'coverage.import'");
  expect(imports).toEqual(Array(2).fill({ who: 'editor@watea.example', address: '127.0.0.1' }));
});

test('a job is cancelled on request, and nothing of it is kept', async () => {
  const { id } = await startImport('slow.geojson', squares(40_000));
  await waitUntil('it to store', isStoring);
  const action = { file: 'app/admin/jobs/actions.ts', name: 'stopJob' };
  const asked = { page: `/admin/jobs/${id}`, action, values: [id], cookie: editor, origin: ownOrigin };
  expect(await callAction(server.port, asked)).toMatchObject({ ok: true });
  await untilDone(id);
  expect(rowOf(id).state).toBe('cancelled');
  expect(versions()).toEqual([fixtureVersion]);
  await waitUntil('all rows of it to be removed', () => unfinishedRows().length === 0);
});

test('a job whose process does not react is ended when it is cancelled, and nothing of it is kept, however slowly processes start', async () => {
  await server.stop();
  server = await fixture.start({ ...settings, NODE_OPTIONS: slowJobProcesses });
  const { id } = await startImport('slow.geojson', slow);
  await waitUntil('it to store', isStoring);
  // while this process has the write lock: the stopped one would keep it, and no cancelling could be stored
  fixture.change(() => signalProcess(onlyJobProcess(), 'SIGSTOP'));
  const action = { file: 'app/admin/jobs/actions.ts', name: 'stopJob' };
  const asked = { page: `/admin/jobs/${id}`, action, values: [id], cookie: editor, origin: ownOrigin };
  expect(await callAction(server.port, asked)).toMatchObject({ ok: true });
  await untilDone(id);
  expect(rowOf(id)).toMatchObject({ state: 'cancelled', attempts: 1 });
  expect(versions()).toEqual([fixtureVersion]);
  await waitUntil('all rows of it to be removed', () => unfinishedRows().length === 0);
  // the queue goes on at once
  const next = await startImport('quick.geojson', quick);
  await untilDone(next.id);
  expect(rowOf(next.id).state).toBe('done');
});

test('a server that is killed leaves its job to the next start, which runs it again', async () => {
  const { id } = await startImport('slow.geojson', slow);
  await waitUntil('it to store', isStoring);
  killHard([server.child.pid ?? 0, ...jobProcesses()]);
  expect(versions()).toEqual([fixtureVersion, { ...newVersion, id: 2, state: 'building' }]);

  server = await fixture.start(settings);
  await untilDone(id);
  expect(rowOf(id)).toMatchObject({ state: 'done', attempts: 2 });
  expect(versions()).toEqual([fixtureVersion, { ...newVersion, id: 3 }]);
  expect(unfinishedRows()).toEqual([]);
});

test('the process of a job ends with a server that was killed', async () => {
  const { id } = await startImport('slow.geojson', squares(40_000));
  await waitUntil('it to store', isStoring);
  const [pid = 0] = jobProcesses();
  killHard([server.child.pid ?? 0]);
  await waitUntil('the process to end', () => !isAlive(pid));
  expect(rowOf(id)).toMatchObject({ state: 'waiting', attempts: 0 });
});

test('a server that stops requeues its job, and the next start runs it', async () => {
  const { id } = await startImport('slow.geojson', slow);
  await waitUntil('it to store', isStoring);
  const [pid = 0] = jobProcesses();
  expect(await server.stop()).toBe(0);
  expect(isAlive(pid)).toBe(false);
  expect(rowOf(id)).toMatchObject({ state: 'waiting', attempts: 0 });
  server = await fixture.start(settings);
  await untilDone(id);
  expect(rowOf(id)).toMatchObject({ state: 'done', attempts: 1 });
  expect(versions()).toEqual([fixtureVersion, expect.objectContaining(newVersion)]);
});

test('a server that is reloaded requeues its job, and its successor runs it', async () => {
  const { id } = await startImport('slow.geojson', slow);
  await waitUntil('it to store', isStoring);
  const before = primaryOf(server.child.pid ?? 0);
  server.child.kill('SIGHUP');
  await waitUntil('the successor alone', () => !isAlive(before));
  await untilDone(id);
  expect(rowOf(id).state).toBe('done');
  expect(versions()).toEqual([fixtureVersion, expect.objectContaining(newVersion)]);
  expect(unfinishedRows()).toEqual([]);
});

test('a job that was killed and whose file is gone fails with that reason', async () => {
  const { id, uploadId } = await startImport('slow.geojson', slow);
  await waitUntil('it to store', isStoring);
  killHard([server.child.pid ?? 0, ...jobProcesses()]);
  rmSync(`${fixture.databaseFile}-uploads/${uploadId}`);
  server = await fixture.start(settings);
  await untilDone(id);
  expect(rowOf(id).state).toBe('failed');
  const { reason } = JSON.parse(String(rowOf(id).fault)) as RefusalRecord;
  expect(['upload-gone', 'job-lost-upload']).toContain(reason.code);
  expect(versions()).toEqual([fixtureVersion]);
  expect(unfinishedRows()).toEqual([]);
});

test('a job process killed while the server lives is replaced', async () => {
  const { id } = await startImport('slow.geojson', slow);
  await waitUntil('it to store', isStoring);
  killHard(jobProcesses());
  await untilDone(id);
  expect(rowOf(id)).toMatchObject({ state: 'done', attempts: 2 });
  expect(server.output()).toContain('"event":"job process failed"');
  expect(unfinishedRows()).toEqual([]);
});

test('a file with faults fails with all of them, and the upload is kept for another try', async () => {
  const bad = JSON.stringify(collection(feature({ technology: 'Pigeon' }, square(174.2, -41.2))));
  const { id, uploadId } = await startImport('bad.geojson', bad);
  await untilDone(id);
  const { faults, total } = JSON.parse(String(rowOf(id).fault)) as RefusalRecord;
  expect([faultWords(faults).map(({ where }) => where), total]).toEqual([['feature 1, line 1'], 1]);
  expect(storedUploads(fixture.databaseFile).map(({ name }) => name)).toEqual([uploadId]);
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
