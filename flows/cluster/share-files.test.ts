import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { dataFolder } from '#db/open-data/data-folder.ts';
import { getList } from '#db/places/lists.ts';
import { placeFile } from '#db/places/place-file.ts';
import { makePrivateFolder } from '#db/private-file.ts';
import { replaceList } from '#flows/places/import-places.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { shareDataFiles, sharePlaceFiles } from './share-files.ts';

test('the file of a list gets to a node that lacks it, and is not replaced where it is', async () => {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const { writer } = freshDatabase();
  const actor = { who: 'test', address: null };
  const place = {
    name: 'Naenae',
    detail: '',
    latitude: -41.2,
    longitude: 174.9,
    isMaori: true,
    isServed: true,
    rank: 1,
  };
  await replaceList(writer, 'gazetteer', [place], { actor, nowMs: 1, source: 'test', sha256: () => '' });
  const number = getList(writer, 'gazetteer')?.number ?? expect.fail();
  const own = placeFile(writer.sqlite.name, 'gazetteer', number);
  const bytes = readFileSync(own);
  const shared = join(folder.path, 'places');

  await sharePlaceFiles(writer, shared);
  expect(readFileSync(join(shared, `gazetteer-${number}`))).toEqual(bytes);
  rmSync(own);
  await sharePlaceFiles(writer, shared);
  expect(readFileSync(own)).toEqual(bytes);
  expect(existsSync(placeFile(writer.sqlite.name, 'addresses', number))).toBe(false);

  writeFileSync(join(shared, `gazetteer-${number}`), 'other');
  await sharePlaceFiles(writer, shared);
  expect(readFileSync(own)).toEqual(bytes);
});

test('files of open data get to a node that lacks them; what is named no longer is removed after a day', async () => {
  const folder = makeFolder();
  onTestFinished(folder.remove);
  const { writer } = freshDatabase();
  const own = dataFolder(writer.sqlite.name);
  const shared = join(folder.path, 'data');
  const now = Date.now();
  writer.sqlite.exec(`
    INSERT INTO coverage_version (id, state, created_at, heartbeat_at, note) VALUES (1, 'ready', 1, 1, '');
    INSERT INTO data_version VALUES (1, '', 1);
    INSERT INTO data_file VALUES (1, 'a.csv', 0, 'whole', '', '', 'csv', 1, 'abc');
  `);
  makePrivateFolder(own);
  writeFileSync(join(own, 'abc'), 'x');
  await shareDataFiles(writer, shared, now);
  rmSync(own, { recursive: true });
  await shareDataFiles(writer, shared, now);
  expect(readFileSync(join(own, 'abc'), 'utf8')).toBe('x');

  writer.sqlite.exec('DELETE FROM data_file');
  await shareDataFiles(writer, shared, now + 3600_000);
  expect(existsSync(join(own, 'abc'))).toBe(true);
  await shareDataFiles(writer, shared, now + 25 * 3600_000);
  expect([existsSync(join(own, 'abc')), existsSync(join(shared, 'abc'))]).toEqual([false, false]);
});
