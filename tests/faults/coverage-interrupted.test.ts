import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { environmentWith } from '#tests/support/environment.ts';
import { collection, dump, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

/** Enough areas for each stage to take some time. */
const towns = collection(
  ...Array.from({ length: 6000 }, (_, place) =>
    feature({ provider: 'Two' }, square(169 + (place % 150) / 18, -46 + Math.floor(place / 150) / 18, 0.03)),
  ),
);

let databaseFile: string;
let path: string;
let before: unknown;

beforeEach(async () => {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  databaseFile = join(folder.path, 'watea.db');
  path = join(folder.path, 'towns.geojson');
  writeFileSync(path, JSON.stringify(towns));
  const database = openDatabase(databaseFile);
  migrate(database.writer);
  const { id } = await importFile(database, file(collection(feature({}, square(174, -41)))));
  await publishVersion(database, id, writing);
  before = contentOf(database);
  closeDatabase(database);
});

function contentOf(database: Parameters<typeof dump>[0]) {
  const { sqlite_sequence: _, generation: _generation, ...rows } = dump(database);
  return rows;
}

const query = (sql: string) => queryDatabase(databaseFile, sql);
const isBuilding = () => query("SELECT 1 FROM coverage_version WHERE state = 'building'").length > 0;

function watea(...args: string[]): {
  child: ChildProcess;
  ended: Promise<{ status: unknown; stdout: string; stderr: string }>;
} {
  const child = spawn(process.execPath, ['watea.ts', 'coverage', ...args], {
    cwd: `${import.meta.dirname}/../..`,
    env: environmentWith({ DATABASE_URL: `file:${databaseFile}` }),
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  return { child, ended: once(child, 'close').then(([status]) => ({ status, ...texts })) };
}

/** What is left, once the next command has removed what a command that was killed left. */
function expectNothingLeft(): void {
  const database = openDatabase(databaseFile);
  expect(contentOf(database)).toEqual(before);
  closeDatabase(database);
  expect(readdirSync(join(databaseFile, '..')).filter((name) => name.includes('-scratch-'))).toEqual([]);
}

test.each([
  [
    'while it stores areas',
    () => isBuilding() && query('SELECT 1 FROM coverage_part WHERE id > 100 LIMIT 1').length > 0,
  ],
  [
    'while it builds the index',
    () =>
      query("SELECT 1 FROM coverage_version v WHERE state = 'building' AND (SELECT count(*) FROM coverage_part) > 6000")
        .length > 0,
  ],
])('Ctrl+C %s ends an import with one sentence and status 130, and leaves nothing', async (_stage, isThere) => {
  const { child, ended } = watea('import', path, '--new-provider', '--publish');
  await waitUntil('the stage', isThere);
  child.kill('SIGINT');
  expect(await ended).toEqual({
    status: 130,
    stdout: '',
    stderr: expect.stringMatching(/(^|\n)Cancelled: nothing was changed\.\n$/),
  });
  expectNothingLeft();
});

test('Ctrl+C after a version is published leaves it, says so, and its figures and map to the server', async () => {
  const { child, ended } = watea('import', path, '--new-provider', '--publish');
  await waitUntil(
    'it to be published',
    () => query('SELECT 1 FROM coverage_publication WHERE version_id = 2').length > 0,
  );
  child.kill('SIGINT');
  const { status, stderr } = await ended;
  expect([status, stderr.trim().split('\n').at(-1)]).toEqual([130, 'Cancelled. Version 2 is published.']);
  expect(query("SELECT value FROM generation WHERE subject = 'coverage'")).toEqual([{ value: 2 }]);
  const waiting = "SELECT 1 FROM work WHERE kind = 'coverage figures' AND state = 'waiting'";
  expect(query(waiting)).toHaveLength(1);
});

test('Ctrl+C while nothing arrives on standard input leaves no scratch file', async () => {
  const { child, ended } = watea('import', '-', '--new-provider');
  await waitUntil('the scratch file', () =>
    readdirSync(join(databaseFile, '..')).some((name) => name.includes('-scratch-')),
  );
  child.kill('SIGINT');
  expect((await ended).status).toBe(130);
  expectNothingLeft();
});
