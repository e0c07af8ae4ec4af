import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { getList } from '#db/places/lists.ts';
import { placeFile } from '#db/places/place-file.ts';
import { replaceList } from '#flows/places/import-places.ts';
import { makeFolder } from '#tests/support/files/temporary-folder.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { sharePlaceFiles } from './share-place-files.ts';

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
