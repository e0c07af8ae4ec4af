import Database from 'better-sqlite3';
import { expect, onTestFinished, test } from 'vitest';
import { importPlaces } from '#flows/places/import-places.ts';
import { setProcessWide } from '#lib/process-wide.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { getList } from './lists.ts';
import { placeFile } from './place-file.ts';
import { findAddresses, findPlaces, getAddress } from './search.ts';

const rows = [
  'WKT,address_id,full_address,full_address_ascii,postcode,shape_X,shape_Y',
  ',2001,"12 Rātā Street, Naenae, Lower Hutt","12 Rata Street, Naenae, Lower Hutt",5011,174.94,-41.2',
  ',2002,"3/12A Rātā Street, Naenae, Lower Hutt","3/12A Rata Street, Naenae, Lower Hutt",5011,174.95,-41.2',
  ',,"14 Rātā Street, Naenae, Lower Hutt","14 Rata Street, Naenae, Lower Hutt",,174.96,-41.2',
];

async function* bytes(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

async function withAddresses() {
  const opened = freshDatabase();
  onTestFinished(() => setProcessWide('place-lists', undefined));
  const by = { actor: { who: 'command line', address: null }, nowMs: 1_800_000_000_000 };
  await importPlaces(opened.writer, bytes(rows.join('\n')), { source: 'list.csv', ...by, onProgress: () => {} });
  return opened;
}

test("an address is found by its text, and read again by LINZ's address_id", async () => {
  const { reader } = await withAddresses();
  const [found] = findAddresses(reader, '3/12a rata st', 8);
  expect(found).toMatchObject({ name: '3/12A Rātā Street, Naenae, Lower Hutt', addressId: 2002, longitude: 174.95 });
  expect(getAddress(reader, 2002)).toEqual(found);
  expect(getAddress(reader, 2003)).toBeUndefined();
  expect(findAddresses(reader, '14 rata', 8)).toMatchObject([{ addressId: undefined }]);
});

test('an address is found by its postcode, if the file has any', async () => {
  const { reader } = await withAddresses();
  expect(findAddresses(reader, '12 rata st 5011', 8).map(({ addressId }) => addressId)).toEqual([2001]);
  expect(findAddresses(reader, '5011', 8).map(({ addressId }) => addressId)).toEqual([2001, 2002]);
});

test('a file of the format before is searched by its words', async () => {
  const { reader, writer } = await withAddresses();
  const { number } = getList(reader, 'addresses') ?? { number: 0 };
  const file = new Database(placeFile(writer.sqlite.name, 'addresses', number));
  file.exec(`
    DROP TABLE word; DROP INDEX place_by_address; DROP INDEX place_by_name;
    ALTER TABLE place DROP COLUMN alias; ALTER TABLE place DROP COLUMN also;
    ALTER TABLE place DROP COLUMN squeezed; ALTER TABLE place DROP COLUMN address_id;
    PRAGMA user_version = 0;
  `);
  file.close();
  setProcessWide('place-lists', undefined);
  expect(findPlaces(reader, '12 rata', 8).places.map(({ name }) => name)).toEqual([
    '12 Rātā Street, Naenae, Lower Hutt',
  ]);
  expect(getAddress(reader, 2001)).toBeUndefined();
});
