import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import type { Ran } from '#tests/support/command-line.ts';
import { wateaInProcess } from '#tests/support/command-line-in-process.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

const header = 'domain,registered,cancel_date';

let folder: string;
let remove: () => void;
let database: string;
beforeEach(() => {
  ({ path: folder, remove } = makeFolder());
  database = join(folder, 'watea.db');
  const connections = openDatabase(database);
  migrate(connections.writer);
  closeDatabase(connections);
});
afterEach(() => remove());

/** Runs `register …` as an operator does. */
function register(args: readonly string[], { input, ...more }: Record<string, string> = {}): Promise<Ran> {
  return wateaInProcess(['register', ...args], { DATABASE_URL: `file:${database}`, ...more }, input);
}

function file(name: string, rows: readonly string[]): string {
  const path = join(folder, name);
  const text = [header, ...rows, ''].join('\n');
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(text) : text);
  return path;
}

test('register import reads a file or standard input, and prints what changed as text or JSON', async () => {
  const first = await register(['import', file('first.csv.gz', ['a.nz,2020-01-01,', 'b.nz,2020-01-01,2026-11-01'])], {
    WATEA_NOW: '2026-11-20T12:00:00+13:00',
  });
  expect(first).toMatchObject({ status: 0, stderr: '' });
  expect(first.stdout).toMatch(
    /^new 2, changed 0, cancelled 0, restored 0, missing 0, removed 0, left 0, unchanged 0\nrevision 1000000, [\d.]+ s\n$/,
  );
  const second = await register(['import', '-', '--replace', '--json'], {
    input: `${header}\na.nz,2020-01-01,2026-11-02\n`,
    WATEA_NOW: '2026-11-20T12:00:00+13:00',
  });
  expect(second.status).toBe(0);
  expect(JSON.parse(second.stdout)).toEqual({
    new: 0,
    changed: 0,
    cancelled: 1,
    restored: 0,
    missing: 1,
    removed: 0,
    left: 0,
    unchanged: 0,
    revision: 2_000_000,
    seconds: expect.any(Number),
    run: 2,
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    difference: {
      cancelled: [expect.objectContaining({ name: 'a.nz' })],
      missing: [expect.objectContaining({ name: 'b.nz' })],
    },
  });
});

test('register import refuses a file with faults, a missing file, and a full file that lacks too many names', async () => {
  const faulty = file('faulty.csv', ['a.nz,2020-01-01,', 'a b.nz,2020-01-01,', 'c.nz,2020-01-01,2019-01-01']);
  expect(await register(['import', faulty])).toEqual({
    status: 1,
    stdout: '',
    stderr: [
      `${faulty} was not imported; the register is unchanged.`,
      '  line 3, domain: "a b.nz" has a character other than a–z, 0–9, hyphen and ā ē ī ō ū.',
      '  line 4, cancel_date: "2019-01-01" is earlier than registered, "2020-01-01".',
      '',
    ].join('\n'),
  });
  const absent = join(folder, 'absent.csv');
  expect(await register(['import', absent])).toMatchObject({ status: 2, stderr: `There is no file ${absent}.\n` });
  await register(['import', file('whole.csv', ['a.nz,2020-01-01,', 'b.nz,2020-01-01,'])]);
  const short = await register(['import', file('short.csv', ['a.nz,2020-01-01,']), '--replace'], { MAX_MISSING: '0' });
  expect(short.status).toBe(1);
  expect(short.stderr).toContain(
    'lacks 1 name that is in the register; MAX_MISSING allows 0. The file may be incomplete. Nothing was changed; if the file is complete, import it with --force.',
  );
});

test('register import --dry-run shows what would change, and changes nothing; register undo undoes an import', async () => {
  const WATEA_NOW = '2026-11-20T12:00:00+13:00';
  await register(['import', file('first.csv', ['a.nz,2020-01-01,', 'b.nz,2020-01-01,'])], { WATEA_NOW });
  const second = join(folder, 'second.ndjson');
  writeFileSync(second, '{"domain":"a.nz","registered":"2020-01-01","cancel_date":"2026-11-01"}\n');
  const dry = await register(['import', second, '--replace', '--dry-run'], { WATEA_NOW, MAX_MISSING: '0' });
  expect(dry).toEqual({
    status: 0,
    stderr: '',
    stdout: [
      'new 0, changed 0, cancelled 1, restored 0, missing 1, removed 0, left 0, unchanged 0',
      'Cancelled (1):',
      '  a.nz: active → cancelled 2026-11-01 00:00:00+13:00',
      'Missing for the first time; they keep their status (1):',
      '  b.nz: active',
      `It would be refused: ${second} lacks 1 name that is in the register; MAX_MISSING allows 0. The file may be incomplete. Nothing was changed; if the file is complete, import it with --force.`,
      'This was a dry run: nothing was changed.',
      '',
    ].join('\n'),
  });
  expect(await register(['import', second], { WATEA_NOW })).toMatchObject({ status: 0 });
  const undone = await register(['undo'], { WATEA_NOW });
  expect(undone).toMatchObject({ status: 0, stderr: '' });
  expect(undone.stdout).toMatch(
    /^Import 2 \(\S+second\.ndjson, 2026-11-20 12:00:0\d\+13:00\) was undone\.\nnew 0, changed 0, cancelled 0, restored 1, missing 0, removed 0, left 0\nrevision 3000000, [\d.]+ s\n$/,
  );
  expect((await register(['undo', '--json'], { WATEA_NOW })).stdout).toContain('"undone":1,');
  expect(await register(['undo'], { WATEA_NOW })).toMatchObject({
    status: 1,
    stderr: 'There is no import to undo.\n',
  });
});

test('register release --dry-run lists the names of a job; FEED_MAX_AGE prevents a run', async () => {
  const WATEA_NOW = '2026-11-20T00:00:10+13:00';
  await register(['import', file('pending.csv', ['a.nz,2020-01-01,2026-08-01', 'b.nz,2020-01-01,2026-08-23'])], {
    WATEA_NOW: '2026-11-18T00:00:10+13:00',
  });
  expect((await register(['release', '--dry-run'], { WATEA_NOW })).stdout).toBe(
    'a.nz, cancelled 2026-08-01 00:00:00+12:00\nThe job of 2026-11-20 00:00:00+13:00 would release 1 name. This was a dry run: nothing was changed.\n',
  );
  const later = await register(['release', '--dry-run', '--at', '2026-12-01', '--json'], { WATEA_NOW });
  expect(JSON.parse(later.stdout)).toMatchObject({ dryRun: true, released: 2 });
  expect(await register(['release'], { WATEA_NOW, FEED_MAX_AGE: '24' })).toEqual({
    status: 1,
    stdout: '',
    stderr: expect.stringMatching(
      /^The last register file was imported on 18 November 2026, 12:00 am, and FEED_MAX_AGE allows 24 hours\. Release jobs run again once a newer file is imported\.\n$/,
    ),
  });
  expect(await register(['release'], { WATEA_NOW, FEED_MAX_AGE: '49' })).toMatchObject({ status: 0 });
});

test('the output of register list-reserved can be read by register reserve', async () => {
  const path = join(folder, 'listed.csv');
  writeFileSync(path, 'domain,status,reason\nb.nz,Reserved,"kept, for now"\na.co.nz,prohibited,\n');
  expect(await register(['reserve', path])).toEqual({
    status: 0,
    stdout: 'new 2, changed 0, unchanged 0\n',
    stderr: '',
  });
  const listed = (await register(['list-reserved'])).stdout;
  expect(listed).toBe('domain,status,reason\na.co.nz,Prohibited,\nb.nz,Reserved,"kept, for now"\n');
  expect((await register(['reserve', '-'], { input: listed })).stdout).toBe('new 0, changed 0, unchanged 2\n');
  expect(JSON.parse((await register(['list-reserved', '--json'])).stdout)).toEqual([
    { domain: 'a.co.nz', status: 'Prohibited', reason: '', revision: expect.any(Number) },
    { domain: 'b.nz', status: 'Reserved', reason: 'kept, for now', revision: expect.any(Number) },
  ]);
});

test('R9: register release runs the last due job, once, and never a future job', async () => {
  const WATEA_NOW = '2026-11-20T00:00:10+13:00';
  await register(['import', file('pending.csv', ['a.nz,2020-01-01,2026-08-01'])], { WATEA_NOW });
  expect(await register(['release'], { WATEA_NOW })).toEqual({
    status: 0,
    stderr: '',
    stdout: 'The job of 2026-11-20 00:00:00+13:00 released 1 name, available from 2026-11-20 00:00:34+13:00.\n',
  });
  const again = await register(['release', '--at', '2026-11-18 10:00:00+13:00'], { WATEA_NOW });
  expect(again.status).toBe(0);
  expect(again.stdout).toMatch(
    /^The job of 2026-11-20 00:00:00\+13:00 had already run, at 2026-11-20 00:00:1\d\+13:00, and released 1 name, including those of the earlier job\. Nothing was changed\.\n$/,
  );
  const future = await register(['release', '--at', '2026-11-21'], { WATEA_NOW });
  expect(future).toMatchObject({
    status: 1,
    stderr: '2026-11-21 00:00:00+13:00 is in the future: its release job would make names available too early.\n',
  });
  expect((await register(['release', '--at', 'midnight'])).status).toBe(2);
});
