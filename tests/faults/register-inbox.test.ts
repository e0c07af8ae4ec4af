import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type OwnFixture, ownFixture } from '#tests/support/processes/own-server.ts';
import { signalProcess } from '#tests/support/processes/process-tree.ts';
import { queryDatabase } from '#tests/support/read-database.ts';
import { waitUntil } from '#tests/support/wait-until.ts';

const header = 'domain,registered,cancel_date';

let fixture: OwnFixture;
let inbox: string;
beforeEach(async () => {
  fixture = await ownFixture();
  inbox = join(fixture.databaseFile, '..', 'inbox');
  mkdirSync(inbox);
});
afterEach(() => fixture.remove());

const start = () => fixture.start({ REGISTER_INBOX: inbox, MAX_MISSING: '1000' });

/** Writes a file like a sender: first under an ignored name, then renamed when complete; and optionally adds its marker. */
function deliver(name: string, rows: readonly string[], { isMarked = true } = {}): void {
  const text = [header, ...rows, ''].join('\n');
  writeFileSync(join(inbox, `${name}.part`), name.endsWith('.gz') ? gzipSync(text) : text);
  renameSync(join(inbox, `${name}.part`), join(inbox, name));
  if (isMarked) writeFileSync(join(inbox, `${name}.done`), '');
}

const query = (sql: string) => queryDatabase(fixture.databaseFile, sql);

const runs = () => query('SELECT kind, state, source, who FROM register_run ORDER BY id');
const alarms = () => query('SELECT facts FROM alarm').map(({ facts }) => JSON.parse(String(facts)));
const isInRegister = (name: string) => query(`SELECT 1 FROM domain WHERE name = '${name}'`).length > 0;
const report = (path: string) => readFileSync(join(inbox, `${path}.report.txt`), 'utf8');
const filed = (path: string) => waitUntil(`${path} to exist`, () => existsSync(join(inbox, path)));
const waiting = () => readdirSync(inbox).filter((name) => name !== 'done' && name !== 'failed');
/** The marker of a file is removed just after the file itself is moved. */
const allMoved = () => waitUntil('all files to be moved', () => waiting().length === 0);
const published = { state: 'published', who: 'watched folder' };

test('a file with a marker is imported before another that has to remain unchanged first', async () => {
  deliver('register-changes-1.csv.gz', ['first.nz,2020-01-01,'], { isMarked: false });
  deliver('register-full-2.csv', ['first.nz,2020-01-01,', 'second.nz,2020-01-01,']);
  await start();
  await filed('done/register-full-2.csv');
  expect(isInRegister('second.nz')).toBe(true);
  expect(report('done/register-full-2.csv')).toMatch(
    /^register-full-2\.csv was imported as run 1 at 2026-11-20 12:\d\d:\d\d\+13:00\.\nnew 2, changed 0, .*\nMissing names keep their status;.*\nSHA-256 [0-9a-f]{64}\n$/,
  );
  await filed('done/register-changes-1.csv.gz');
  expect(runs()).toEqual([
    { kind: 'replace', source: 'register-full-2.csv', ...published },
    { kind: 'merge', source: 'register-changes-1.csv.gz', ...published },
  ]);
  await allMoved();
  expect(query("SELECT who, subject FROM audit_entry WHERE action = 'register.import'")).toEqual([
    { who: 'watched folder', subject: 'register-full-2.csv' },
    { who: 'watched folder', subject: 'register-changes-1.csv.gz' },
  ]);
});

test('a file with faults, or of an unknown kind, goes to failed with its report, raises an alarm, and may be delivered again', async () => {
  await start();
  deliver('changes.csv', ['a b.nz,2020-01-01,', 'late.nz,2030-01-01,']);
  await filed('failed/changes.csv');
  expect(report('failed/changes.csv')).toMatch(
    /^Refused at .*\nchanges\.csv was not imported; the register is unchanged\.\n {2}line 2, domain: "a b\.nz" has a character .*\n {2}line 3, registered: "2030-01-01" is in the future: .*\n$/,
  );
  await waitUntil('the alarm', () => alarms().length > 0);
  expect(alarms()).toMatchObject([
    {
      code: 'delivery-refused',
      file: 'changes.csv',
      report: join(inbox, 'failed/changes.csv.report.txt'),
      refusal: { reason: { code: 'register-not-imported' }, total: 2 },
      job: expect.any(Number),
    },
  ]);
  expect(runs()).toEqual([{ kind: 'merge', state: 'failed', source: 'changes.csv', who: 'watched folder' }]);

  deliver('register.csv', ['third.nz,2020-01-01,']);
  await filed('failed/register.csv');
  expect(report('failed/register.csv')).toContain('put the word “full” (the whole register) or “changes” in it');

  // one is corrected under the same name, the other is put back under a valid name
  deliver('changes.csv', ['corrected.nz,2020-01-01,']);
  await filed('done/changes.csv');
  renameSync(join(inbox, 'failed/register.csv'), join(inbox, 'register-changes.csv'));
  writeFileSync(join(inbox, 'register-changes.csv.done'), '');
  await filed('done/register-changes.csv');
  expect([isInRegister('corrected.nz'), isInRegister('third.nz')]).toEqual([true, true]);
  await waitUntil('the alarm to be cleared', () => alarms().length === 0);
});

test('no file is imported twice, neither when it is put back nor when the same bytes are sent again', async () => {
  const server = await start();
  deliver('full-monday.csv', ['only.nz,2020-01-01,']);
  await filed('done/full-monday.csv');
  deliver('full-tuesday.csv', ['only.nz,2020-01-01,']);
  await filed('done/full-tuesday.csv');
  expect(report('done/full-tuesday.csv')).toMatch(/^full-tuesday\.csv has the same bytes as the last import \(run 1, /);

  await server.stop();
  renameSync(join(inbox, 'done/full-monday.csv'), join(inbox, 'full-monday.csv'));
  writeFileSync(join(inbox, 'full-monday.csv.done'), '');
  await start();
  await filed('done/full-monday.csv');
  expect(runs()).toHaveLength(1);
  // a file with the same name and other bytes is another file
  deliver('full-monday.csv', ['only.nz,2020-01-01,', 'more.nz,2020-01-01,']);
  await waitUntil('it to be imported', () => isInRegister('more.nz'));
  await allMoved();
  expect(readdirSync(join(inbox, 'done')).filter((name) => /^\d{8}T\d{6}-full-monday\.csv$/.test(name))).toHaveLength(
    1,
  );
});

test('two servers watching one folder import each file once', async () => {
  await Promise.all([start(), start()]);
  for (let file = 0; file < 4; file++) deliver(`changes-${file}.csv`, [`name-${file}.nz,2020-01-01,`]);
  for (let file = 0; file < 4; file++) await filed(`done/changes-${file}.csv`);
  expect(runs()).toHaveLength(4);
  await allMoved();
});

test('a server killed in the middle of an import imports the file once after its restart', async () => {
  const rows = Array.from({ length: 20_000 }, (_, place) => `killed-${place}.co.nz,2020-01-01,`);
  const server = await start();
  deliver('full.csv', rows);
  const staged = () => query("SELECT holder FROM register_run WHERE state = 'staging'");
  await waitUntil('the import to begin', () => staged().length > 0);
  const pid = Number(String(staged()[0]?.holder).split(' ')[1]);
  for (const each of [server.child.pid, pid]) signalProcess(each, 'SIGKILL');
  expect(query("SELECT value FROM generation WHERE subject = 'register'")).toEqual([{ value: 1 }]);
  expect(existsSync(join(inbox, 'full.csv'))).toBe(true);

  await start();
  await filed('done/full.csv');
  expect(runs().filter(({ state }) => state === 'published')).toHaveLength(1);
  expect(query("SELECT count(*) AS names FROM domain WHERE name LIKE 'killed-%'")).toEqual([{ names: 20_000 }]);
});

test('a folder that cannot be used raises an alarm, and the server keeps running', async () => {
  appendFileSync(join(inbox, '..', 'not-a-folder'), '');
  const server = await fixture.start({ REGISTER_INBOX: join(inbox, '..', 'not-a-folder', 'inbox') });
  await waitUntil('the alarm', () => alarms().length > 0);
  expect(alarms()).toEqual([
    {
      code: 'inbox-unusable',
      folder: expect.stringMatching(/not-a-folder\/inbox$/),
      message: expect.stringMatching(/^ENOTDIR/),
    },
  ]);
  expect(server.child.exitCode).toBeNull();
});
