import { copyFileSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { rejectionOf } from '#tests/support/refusals.ts';
import { openReader, openWriter } from './client.ts';
import { LogIndexReader } from './log-index.ts';
import { DatabaseFiles } from './open-files.ts';
import { transact } from './transaction.ts';

/** A database with one page of changes in its log, and how its files are watched. */
function watched() {
  const { writer } = freshDatabase();
  const { sqlite } = writer;
  const file = sqlite.name;
  sqlite.exec('CREATE TABLE note (text TEXT)');
  const index = new LogIndexReader(`${file}-shm`);
  return { writer, sqlite, file, files: new DatabaseFiles(file, index) };
}

/** Another database as a file, closed. */
function otherFile(): string {
  const { writer, reader } = freshDatabase();
  writer.sqlite.exec('CREATE TABLE other (text TEXT)');
  writer.sqlite.pragma('wal_checkpoint(TRUNCATE)');
  reader.sqlite.pragma('user_version');
  return writer.sqlite.name;
}

const fill = (sqlite: ReturnType<typeof watched>['sqlite']) =>
  sqlite.exec(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
    INSERT INTO note SELECT hex(randomblob(1000)) FROM n`);

test('commits, checkpoints and compaction by any connection are no change of the files', () => {
  const { sqlite, file, files } = watched();
  const other = openWriter(file);
  onTestFinished(() => void other.sqlite.close());
  const steps = [
    () => fill(sqlite),
    () => fill(other.sqlite),
    () => other.sqlite.pragma('wal_checkpoint(RESTART)'),
    () => other.sqlite.exec('DELETE FROM note WHERE rowid > 10'),
    () => other.sqlite.exec('VACUUM'),
    () => other.sqlite.pragma('wal_checkpoint(TRUNCATE)'),
    () => openReader(file).sqlite.close(),
    () => fill(other.sqlite),
  ];
  for (const step of steps) {
    step();
    expect(files.change(), String(step)).toBeUndefined();
  }
});

test.each([
  ['removed', 'missing', (file: string) => rmSync(file)],
  ['moved away', 'missing', (file: string) => renameSync(file, `${file}.old`)],
  ['replaced by a file moved over it', 'replaced', (file: string) => renameSync(otherFile(), file)],
  ['replaced by a file copied over it', 'overwritten', (file: string) => copyFileSync(otherFile(), file)],
  ['cut to nothing', 'truncated', (file: string) => truncateSync(file, 0)],
  ['cut in the middle', 'truncated', (file: string) => truncateSync(file, 40_960)],
  ['left without its log', 'log-missing', (file: string) => rmSync(`${file}-wal`)],
  ['left without the index of its log', 'log-missing', (file: string) => rmSync(`${file}-shm`)],
  ['left with a log that was cut', 'log-replaced', (file: string) => truncateSync(`${file}-wal`, 4000)],
  [
    'given another log',
    'log-replaced',
    (file: string) => {
      writeFileSync(`${file}.log`, '');
      renameSync(`${file}.log`, `${file}-wal`);
    },
  ],
] as const)('a database that is %s is %s', (_what, change, harm) => {
  const { file, files, sqlite } = watched();
  // everything is in the file, as after a quiet night
  sqlite.pragma('wal_checkpoint(RESTART)');
  expect(files.change()).toBeUndefined();
  harm(file);
  expect(files.change()).toBe(change);
});

test('a change is not confirmed when the database was replaced before it or meanwhile', async () => {
  const { writer, file } = watched();
  const add = () => void writer.sqlite.exec("INSERT INTO note VALUES ('lost')");
  await transact(writer, add);
  const meanwhile = rejectionOf(
    transact(writer, () => {
      add();
      renameSync(otherFile(), file);
    }),
  );
  expect((await meanwhile).reason).toEqual({ code: 'database-files-changed', file, change: 'replaced' });
  let hasRun = false;
  const later = rejectionOf(
    transact(writer, () => {
      hasRun = true;
    }),
  );
  expect((await later).reason).toMatchObject({ change: 'replaced' });
  expect(hasRun).toBe(false);
});

test('a database that was moved away and put back is used again', async () => {
  const { writer, file } = watched();
  renameSync(file, `${file}.old`);
  expect((await rejectionOf(transact(writer, () => 1))).reason).toMatchObject({ change: 'missing' });
  renameSync(`${file}.old`, file);
  await expect(transact(writer, () => 1)).resolves.toBe(1);
});

test('a log without its database is not opened, because SQLite would remove it', () => {
  const { file, sqlite } = watched();
  fill(sqlite);
  renameSync(file, `${file}.old`);
  expect(() => openWriter(file)).toThrow('database-gone');
  writeFileSync(file, '');
  expect(() => openWriter(file)).toThrow('database-gone');
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(0);
});

test('an overwritten database is not opened until a person has settled it', async () => {
  const { file, writer } = watched();
  await transact(writer, () => 1);
  copyFileSync(otherFile(), file);
  expect((await rejectionOf(transact(writer, () => 1))).reason).toMatchObject({ change: 'overwritten' });
  expect(() => openWriter(file)).toThrow('database-overwritten');
  rmSync(`${file}-overwritten`);
  openWriter(file).sqlite.close();
});

test('a database that another process has found overwritten takes no change', async () => {
  const { file, writer } = watched();
  await transact(writer, () => 1);
  writeFileSync(`${file}-overwritten`, '');
  expect((await rejectionOf(transact(writer, () => 1))).reason).toMatchObject({ change: 'overwritten' });
  rmSync(`${file}-overwritten`);
  await expect(transact(writer, () => 1)).resolves.toBe(1);
});
