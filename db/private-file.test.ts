import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { closeDatabase, openDatabase } from './client.ts';
import { makeFilesPrivate, makePrivateFolder, writeNewPrivateFile, writePrivateFile } from './private-file.ts';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

function emptyFolder(): string {
  const { path, remove } = makeFolder();
  onTestFinished(remove);
  return path;
}

test('a new database and its log are for its user alone, whatever the umask', () => {
  const folder = join(emptyFolder(), 'data');
  const file = join(folder, 'watea.db');
  const umask = process.umask(0);
  const database = openDatabase(file);
  process.umask(umask);
  onTestFinished(() => closeDatabase(database));
  expect(readdirSync(folder).sort()).toEqual(['watea.db', 'watea.db-shm', 'watea.db-wal']);
  expect(readdirSync(folder).map((name) => modeOf(join(folder, name)))).toEqual(['600', '600', '600']);
  expect(modeOf(folder)).toBe('700');
});

test('a database that others could read is taken away from them when it is opened', () => {
  const file = join(emptyFolder(), 'watea.db');
  closeDatabase(openDatabase(file));
  chmodSync(file, 0o644);
  const database = openDatabase(file);
  onTestFinished(() => closeDatabase(database));
  expect(['', '-wal', '-shm'].map((suffix) => modeOf(`${file}${suffix}`))).toEqual(['600', '600', '600']);
});

test('everything beside the database becomes private, also inside folders, and nothing else does', () => {
  const folder = emptyFolder();
  const tiles = join(folder, 'watea.db-tiles', '7');
  mkdirSync(tiles, { recursive: true });
  for (const path of [join(tiles, '1.png'), join(folder, 'watea.db.bak'), join(folder, 'other.txt')])
    writeFileSync(path, 'x');
  for (const path of [tiles, join(folder, 'watea.db-tiles')]) chmodSync(path, 0o755);
  for (const path of [join(tiles, '1.png'), join(folder, 'watea.db.bak'), join(folder, 'other.txt')])
    chmodSync(path, 0o644);
  makeFilesPrivate(join(folder, 'watea.db'));
  expect(modeOf(join(tiles, '1.png'))).toBe('600');
  expect(modeOf(join(folder, 'watea.db.bak'))).toBe('600');
  expect(modeOf(tiles)).toBe('700');
  expect(modeOf(join(folder, 'watea.db-tiles'))).toBe('700');
  expect(modeOf(join(folder, 'other.txt'))).toBe('644');
});

test('a file is replaced as a whole or made only once, and nothing unfinished stays', () => {
  const folder = join(emptyFolder(), 'a', 'b');
  makePrivateFolder(folder);
  const file = join(folder, 'secret');
  writeNewPrivateFile(file, 'first');
  writeNewPrivateFile(file, 'second');
  expect(readFileSync(file, 'utf8')).toBe('first');
  writePrivateFile(file, 'third');
  expect(readFileSync(file, 'utf8')).toBe('third');
  expect(modeOf(file)).toBe('600');
  expect(readdirSync(folder)).toEqual(['secret']);
});
