import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
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

const heldWrite = new URL('../support/processes/held-write.ts', import.meta.url);

/** Enough areas for several commits in each stage. */
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

interface Ended {
  readonly status: unknown;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command; with `settings` for `held-write.ts` one of its writes is held. */
function watea(args: readonly string[], settings?: Readonly<Record<string, string>>) {
  const preload = settings === undefined ? [] : ['--import', heldWrite.href];
  const child = spawn(process.execPath, [...preload, 'watea.ts', 'coverage', ...args], {
    cwd: `${import.meta.dirname}/../..`,
    env: environmentWith({ DATABASE_URL: `file:${databaseFile}`, ...settings }),
  });
  const texts = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      texts[name] += text;
    });
  }
  return { child, ended: once(child, 'close').then(([status]): Ended => ({ status, ...texts })) };
}

/** Imports and publishes the towns, with Ctrl+C before the write of this number whose SQL begins so. */
async function interruptImport(sql: string, write: number): Promise<Ended> {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const [isHeld, mayGoOn] = [join(folder.path, 'held'), join(folder.path, 'go')];
  const settings = { HELD_SQL: sql, HELD_WRITE: String(write), WRITE_IS_HELD: isHeld, WRITE_MAY_GO_ON: mayGoOn };
  const { child, ended } = watea(['import', path, '--new-provider', '--publish'], settings);
  await waitUntil('the write', () => existsSync(isHeld));
  child.kill('SIGINT');
  writeFileSync(mayGoOn, '');
  return await ended;
}

/** What is left, once the next command has removed what a command that was killed left. */
function expectNothingLeft(): void {
  const database = openDatabase(databaseFile);
  expect(contentOf(database)).toEqual(before);
  closeDatabase(database);
  expect(readdirSync(join(databaseFile, '..')).filter((name) => name.includes('-scratch-'))).toEqual([]);
}

test.each([
  ['while it stores areas', 'insert into "coverage_part"', 101],
  ['while it builds the index', 'insert into "coverage_cell"', 1],
])('Ctrl+C %s ends an import with one sentence and status 130, and leaves nothing', async (_stage, sql, write) => {
  expect(await interruptImport(sql, write)).toEqual({
    status: 130,
    stdout: '',
    stderr: expect.stringMatching(/(^|\n)Cancelled: nothing was changed\.\n$/),
  });
  expectNothingLeft();
});

test('Ctrl+C after a version is published leaves it, says so, and its figures and map to the server', async () => {
  // what was abandoned is removed between the publication and the figures
  const { status, stderr } = await interruptImport('delete from "coverage_version" where "coverage_version"."id"', 1);
  expect([status, stderr.trim().split('\n').at(-1)]).toEqual([130, 'Cancelled. Version 2 is published.']);
  expect(query("SELECT value FROM generation WHERE subject = 'coverage'")).toEqual([{ value: 2 }]);
  const waiting = "SELECT 1 FROM work WHERE kind = 'coverage figures' AND state = 'waiting'";
  expect(query(waiting)).toHaveLength(1);
});

test('Ctrl+C while nothing arrives on standard input leaves no scratch file', async () => {
  const { child, ended } = watea(['import', '-', '--new-provider']);
  await waitUntil('the scratch file', () =>
    readdirSync(join(databaseFile, '..')).some((name) => name.includes('-scratch-')),
  );
  child.kill('SIGINT');
  expect((await ended).status).toBe(130);
  expectNothingLeft();
});
