import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { noChoices } from '#lib/broadband/import/mapping/choices.ts';
import { collection, feature, file, importFile, square } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { codeAndWords, rejectionOf } from '#tests/support/refusals.ts';
import { makeScratchFile, makeScratchFolder } from './scratch-file.ts';

const towns = file(collection(feature({}, square(174, -41))));

test('an import removes the scratch files of killed processes, and keeps those in use', async () => {
  const database = freshDatabase();
  const databaseFile = database.writer.sqlite.name;
  const ours = makeScratchFile(databaseFile);
  writeFileSync(ours.path, 'x');
  // higher than any process id
  writeFileSync(`${databaseFile}-scratch-4194999-1`, 'x');
  mkdirSync(`${databaseFile}-scratch-4194999-2`);
  writeFileSync(`${databaseFile}-scratch-4194999-2/export.gpkg`, 'x');
  await importFile(database, towns);
  const scratch = readdirSync(dirname(databaseFile)).filter((name) => name.includes('scratch'));
  expect(scratch).toEqual([expect.stringContaining(`-scratch-${process.pid}-`)]);
  ours.remove();
  expect(existsSync(ours.path)).toBe(false);
});

test('a scratch folder is private, new, and removed with what is in it', () => {
  const databaseFile = freshDatabase().writer.sqlite.name;
  const { path, remove } = makeScratchFolder(databaseFile);
  expect([statSync(path).mode & 0o777, readdirSync(path)]).toEqual([0o700, []]);
  writeFileSync(`${path}/export.gpkg`, 'x');
  remove();
  expect(existsSync(path)).toBe(false);
});

test('a layer cannot be chosen in a format without layers', async () => {
  const choices = { ...noChoices, layer: 'towns' };
  const { reason } = await rejectionOf(importFile(freshDatabase(), towns, { choices }));
  expect(codeAndWords(reason)).toEqual([
    'no-layers-to-choose',
    'A GeoJSON file has no layers to choose from: do not use --layer.',
  ]);
});
