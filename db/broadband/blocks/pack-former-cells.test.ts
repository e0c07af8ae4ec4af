import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { leavesOfVersion } from '#db/broadband/cells.ts';
import { readOffers } from '#db/broadband/layer-content.ts';
import { coverageLookup } from '#db/broadband/lookup.ts';
import { type Connections, openReader } from '#db/client.ts';
import { publishVersion } from '#flows/broadband/publish-version.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { collection, feature, file, importFile, square, writing } from '#tests/support/files/coverage-files.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { packFormerCells } from './pack-former-cells.ts';

const migrations = `${import.meta.dirname}/../../migrations`;
const migration = (name: string) => readFileSync(`${migrations}/${name}`, 'utf8');

/** Squares of two providers, with and without another between them. */
async function published(database: Connections): Promise<number> {
  const squares = Array.from({ length: 150 }, (_, place) =>
    feature({ provider: `P${place % 2}` }, square(174 + (place % 20) / 10, -41 + Math.floor(place / 20) / 10, 0.07)),
  );
  const { id } = await importFile(database, file(collection(...squares)));
  await publishVersion(database, id, writing);
  return id;
}

/** Stores the index as it was before migration 0035: a leaf a row, each with a checksum that names the next one. */
function storeAsBefore({ writer }: Connections, id: number): void {
  const leaves = [...leavesOfVersion(writer, id)].map(({ key, body }) => ({ id: id * KEY_SPAN + key, body }));
  writer.sqlite.exec(`
    DROP TABLE coverage_cell;
    DROP TABLE coverage_seal;
    CREATE TABLE coverage_cell (id INTEGER PRIMARY KEY, body BLOB NOT NULL, checksum INTEGER);
    CREATE TABLE coverage_seal (version_id INTEGER PRIMARY KEY, first_cell INTEGER, checksum INTEGER NOT NULL);
    CREATE TABLE coverage_unsealed (version_id INTEGER PRIMARY KEY);
  `);
  const insert = writer.sqlite.prepare('INSERT INTO coverage_cell VALUES (?, ?, ?)');
  for (const [place, leaf] of leaves.entries()) {
    insert.run(leaf.id, leaf.body, crc32(`${leaf.id} ${leaves[place + 1]?.id ?? ''}`, crc32(leaf.body)));
  }
  const offers = readOffers(writer.db, id).toSorted((one, other) => one.id - other.id);
  const checksum = crc32(JSON.stringify([id, leaves[0]?.id ?? null, offers]));
  writer.sqlite.prepare('INSERT INTO coverage_seal VALUES (?, ?, ?)').run(id, leaves[0]?.id ?? null, checksum);
}

function pack({ writer }: Connections): void {
  writer.sqlite.exec(migration('0035_shared_blocks.sql'));
  packFormerCells(writer);
  writer.sqlite.exec(migration('0036_coverage_blocks.sql'));
}

function answers({ reader }: Connections): readonly number[][] {
  // a connection with a look-up of before does not notice that tables were replaced
  const own = openReader(reader.sqlite.name);
  try {
    const lookup = coverageLookup(own);
    return Array.from({ length: 2000 }, (_, place) => [
      ...lookup.offersAt({ x: toUnitX(173.9 + (place % 50) / 20), y: toUnitY(-41.1 + Math.floor(place / 50) / 20) }),
    ]);
  } finally {
    own.sqlite.close();
  }
}

test('an index of one leaf a row is packed into blocks, and answers as before', async () => {
  const database = freshDatabase();
  const id = await published(database);
  const before = answers(database);
  storeAsBefore(database, id);
  pack(database);
  expect(answers(database)).toEqual(before);
  expect(new Set(before.map(String)).size).toBeGreaterThan(2);
  // the next import finds what it needs, and removes nothing that is used
  await importFile(database, file(collection(feature({ provider: 'Late' }, square(176, -41)))));
  expect(answers(database)).toEqual(before);
});

test('an index of before there were checksums gets them when it is packed', async () => {
  const database = freshDatabase();
  const id = await published(database);
  const before = answers(database);
  storeAsBefore(database, id);
  database.writer.sqlite.exec(
    `UPDATE coverage_cell SET checksum = NULL; DELETE FROM coverage_seal; INSERT INTO coverage_unsealed VALUES (${id})`,
  );
  pack(database);
  expect(answers(database)).toEqual(before);
});

test.each([
  [
    'a changed leaf',
    'UPDATE coverage_cell SET body = zeroblob(length(body)) WHERE id = (SELECT max(id) FROM coverage_cell)',
  ],
  ['a lost leaf', 'DELETE FROM coverage_cell WHERE id = (SELECT id FROM coverage_cell ORDER BY id LIMIT 1 OFFSET 5)'],
  ['a lost first leaf', 'DELETE FROM coverage_cell WHERE id = (SELECT min(id) FROM coverage_cell)'],
  ['a changed offer', 'UPDATE coverage_offer SET bandwidth_max_mbps = 901'],
])('B10: an index with %s is not packed, and not answered', async (_, damage) => {
  const database = freshDatabase();
  const id = await published(database);
  storeAsBefore(database, id);
  database.writer.sqlite.exec(damage);
  pack(database);
  expect(() => answers(database)).toThrow('Damaged data');
});
