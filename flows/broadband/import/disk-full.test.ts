import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { getPublishedId } from '#db/broadband/versions.ts';
import type { Connections } from '#db/client.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { rebaseVersion } from '#flows/broadband/rebase-version.ts';
import { Refusal } from '#lib/refusal.ts';
import { collection, dump, feature, file, importOnly, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';

const pragma = ({ writer }: Connections, words: string) => Number(writer.sqlite.pragma(words, { simple: true }));

/** The rows of all tables, except the next numbers to assign. */
function rowsOf(database: Connections): unknown {
  const { sqlite_sequence: _given, ...tables } = dump(database);
  return tables;
}

/** Many vertices, so that every stage of an import needs new pages. */
const wavyCircle = (longitude: number, latitude: number): number[][] => {
  const corners = Array.from({ length: 2000 }, (_, place) => {
    const turn = (place / 2000) * 2 * Math.PI;
    const away = 0.04 + 0.001 * Math.sin(97 * turn);
    return [longitude + away * Math.cos(turn), latitude + away * Math.sin(turn)];
  });
  return [...corners, corners[0] as number[]];
};
const towns = collection(
  ...[172, 173, 174].map((longitude) => feature({ provider: 'Two' }, wavyCircle(longitude, -43))),
);

async function published(): Promise<Connections> {
  const database = freshDatabase();
  const { id } = await importOnly(database, file(collection(feature({}, square(174, -41)))));
  await publishVersion(database, id, writing);
  return database;
}

test('a disk that fills up at any point of an import leaves nothing behind and keeps the published version', async () => {
  const whole = await published();
  const start = pragma(whole, 'page_count');
  await importOnly(whole, file(towns), { mode: 'add' });
  const needed = pragma(whole, 'page_count') - start;
  expect(needed).toBeGreaterThan(10);

  const database = await published();
  const rows = rowsOf(database);
  const folder = dirname(database.writer.sqlite.name);
  const files = readdirSync(folder);
  const pages = pragma(database, 'page_count');
  for (let tenth = 0; tenth < 10; tenth++) {
    pragma(database, `max_page_count = ${pages + Math.floor((needed * tenth) / 10)}`);
    await expect(importOnly(database, file(towns), { mode: 'add' })).rejects.toThrow(
      new Refusal({ code: 'coverage-disk-full' }),
    );
    expect(rowsOf(database)).toEqual(rows);
    expect(readdirSync(folder)).toEqual(files);
  }
  pragma(database, 'max_page_count = 1073741823');
  const { id } = await importOnly(database, file(towns), { mode: 'add' });
  expect(await publishVersion(database, id, writing)).toMatchObject({ outcome: 'published', replacedId: 1 });
});

test('a disk that fills up during a rebuild keeps the version that was to be rebuilt', async () => {
  const database = await published();
  const two = await importOnly(database, file(towns), { mode: 'add' });
  const other = collection(feature({ provider: 'Three' }, square(170, -45)));
  const three = await importOnly(database, file(other), { mode: 'add' });
  await publishVersion(database, three.id, writing);
  const rows = rowsOf(database);
  pragma(database, `max_page_count = ${pragma(database, 'page_count')}`);
  await expect(rebaseVersion(database.writer, two.id, writing)).rejects.toMatchObject({
    reason: { code: 'coverage-disk-full' },
  });
  expect(rowsOf(database)).toEqual(rows);
  expect(getPublishedId(database.reader.db)).toBe(three.id);
});
