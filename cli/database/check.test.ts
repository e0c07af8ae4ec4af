import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { wateaInProcess as watea } from '#tests/support/command-line-in-process.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';

const folder = makeFolder();
const file = join(folder.path, 'watea.db');
const environment = { DATABASE_URL: `file:${file}`, WATEA_NOW: '2026-11-20T12:00:00+13:00' };

beforeAll(async () => {
  await watea(['migrate'], environment);
  await watea(
    ['allow', 'add', '192.0.2.0/24', '--registrar', 'Example', '--new-registrar', '--per-second', '9'],
    environment,
  );
  await watea(['allow', 'add', '192.0.3.0/24', '--registrar', 'example', '--per-second', '7'], environment);
  await watea(['allow', 'remove', '192.0.2.0/24'], environment);
  await watea(['keys', 'issue', '--user', 'jo@example.nz'], environment);
  await watea(['keys', 'revoke', '1'], environment);
  await watea(['register', 'reserve', '-'], environment, 'domain,status\nabc.nz,Reserved\n');
  await watea(['register', 'import', '-'], environment, 'domain,registered,cancel_date\nactive.nz,2020-01-01,\n');
  await watea(['register', 'release'], environment);
}, 240_000);
afterAll(() => folder.remove());

test('every change by the command line is in the audit log', () => {
  const { sqlite } = openWriter(file);
  const rows = sqlite.prepare('SELECT who, address, action, subject FROM audit_entry ORDER BY id').raw().all();
  sqlite.close();
  const key = expect.stringMatching(/^key [A-Za-z0-9]{6}… of jo@example\.nz$/);
  expect(rows).toEqual(
    [
      ['registrar.add', 'Example'],
      ['network.add', '192.0.2.0/24 of Example'],
      ['registrar.change', 'Example'],
      ['network.add', '192.0.3.0/24 of Example'],
      ['network.remove', '192.0.2.0/24 of Example'],
      ['user.add', 'jo@example.nz'],
      ['key.issue', key],
      ['key.revoke', key],
      ['register.reserve', 'standard input'],
      ['register.import', 'standard input'],
      ['register.release', 'the release job of 2026-11-20 00:00:00+13:00'],
    ].map(([action, subject]) => ['command line', null, action, subject]),
  );
});

test('an intact database passes; a row changed around the triggers is reported', async () => {
  expect(await watea(['check'], environment)).toEqual({
    status: 0,
    stdout: 'The audit log is unchanged: its chain of hashes covers 11 rows.\nThe database file is sound.\n',
    stderr: '',
  });
  const { sqlite } = openWriter(file);
  const trigger = sqlite
    .prepare("SELECT sql FROM sqlite_schema WHERE name = 'audit_entry_is_not_changed'")
    .pluck()
    .get();
  sqlite.exec('DROP TRIGGER audit_entry_is_not_changed');
  sqlite.exec("UPDATE audit_entry SET subject = '192.0.2.0/24 of Somebody' WHERE id = 2");
  sqlite.exec(String(trigger));
  sqlite.close();
  expect(await watea(['check'], environment)).toEqual({
    status: 1,
    stdout: '',
    stderr: 'The database has faults.\n  audit log: Row 2 was changed after it was written.\n',
  });
});

test('the register is compared with a full file: counts, names, and status 1 when they differ', async () => {
  const against = (rows: string) =>
    watea(['check', '--against', '-'], environment, `domain,registered,cancel_date\n${rows}`);
  expect(await against('active.nz,2020-01-01,\n')).toEqual({
    status: 0,
    stdout: 'The register is that of standard input.\n',
    stderr: '',
  });
  expect(await against('new.nz,2020-01-01,\n')).toEqual({
    status: 1,
    stdout: '',
    stderr:
      'The register differs from standard input: 1 name only in the file, 1 only in the register, 0 with other dates.\n' +
      '  new.nz: Only in the file.\n  active.nz: Only in the register.\n',
  });
  expect((await against('active.nz,2020-01-01,2026-11-01\n')).stderr).toContain('active.nz: Its dates differ.');
  expect((await against('a b.nz,2020-01-01,\n')).stderr).toMatch(/^standard input cannot be compared/);
});
