import { crc32 } from 'node:zlib';
import { bufferOf, readOffers } from '#db/broadband/layer-content.ts';
import type { Connection } from '#db/client.ts';
import type { Offer } from '#lib/broadband/availability.ts';
import { BlockPacker, type PackedBlock } from '#lib/broadband/coverage/blocks.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import { Directory, encodeDirectory } from '#lib/broadband/coverage/directory.ts';
import { blockChecksum, blockId, directoryChecksum, offersChecksum } from './cell-blocks.ts';

/** A row of `coverage_cell` as it was: one leaf. */
interface FormerCell {
  readonly id: number;
  readonly body: Buffer;
  readonly checksum: number | null;
}

interface FormerSeal {
  readonly first_cell: number | null;
  readonly checksum: number;
}

const cellsAtOnce = 2000;

/**
 * After migration 0035: packs the leaves of each version that has a cell index into blocks. A version whose leaves or offers
 * do not have their checksums gets no index: if it is the published one, it is not answered (B10).
 */
export function packFormerCells(connection: Connection): void {
  const { sqlite } = connection;
  const versions = sqlite
    .prepare<[], number>('SELECT id FROM coverage_version WHERE index_bytes IS NOT NULL ORDER BY id')
    .pluck()
    .all();
  for (const versionId of versions) {
    const pack = sqlite.transaction(() => packVersion(connection, versionId));
    try {
      pack();
    } catch (fault) {
      if (!(fault instanceof DamagedVersion)) throw fault;
      sqlite.prepare('UPDATE coverage_version SET index_bytes = NULL WHERE id = ?').run(versionId);
    }
  }
}

class DamagedVersion extends Error {}

function packVersion({ db, sqlite }: Connection, versionId: number): void {
  const insert = sqlite.prepare<[number, Buffer, number]>('INSERT INTO coverage_block VALUES (?, ?, ?)');
  const directory = new Directory();
  let bytes = 0;
  const store = (block: PackedBlock | undefined) => {
    if (block === undefined) return;
    const id = blockId(versionId, block.key);
    insert.run(id, bufferOf(block.body), blockChecksum(id, block.body));
    directory.push(block.key, id, block.leaves);
    bytes += block.body.length;
  };
  const offers = readOffers(db, versionId);
  const packer = new BlockPacker();
  for (const { id, body } of soundCells(sqlite, versionId, offers)) {
    store(packer.add({ key: id - versionId * KEY_SPAN, body }));
  }
  store(packer.end());
  const encoded = bufferOf(encodeDirectory(directory));
  sqlite
    .prepare('INSERT INTO coverage_directory VALUES (?, ?, ?, ?)')
    .run(versionId, offersChecksum(versionId, offers), encoded, directoryChecksum(versionId, encoded));
  sqlite.prepare('UPDATE coverage_version SET index_bytes = ? WHERE id = ?').run(bytes, versionId);
}

/** The leaves of a version in key order. @throws DamagedVersion if they, or the offers, lack their checksums */
function* soundCells(
  sqlite: Connection['sqlite'],
  versionId: number,
  offers: readonly Offer[],
): Generator<FormerCell, void> {
  const isUnsealed =
    sqlite.prepare('SELECT 1 FROM coverage_unsealed WHERE version_id = ?').get(versionId) !== undefined;
  const seal = sqlite.prepare<[number], FormerSeal>('SELECT * FROM coverage_seal WHERE version_id = ?').get(versionId);
  if (!isUnsealed && seal?.checksum !== formerSealChecksum(versionId, seal?.first_cell ?? null, offers))
    throw new DamagedVersion();
  const next = sqlite.prepare<[number, number], FormerCell>(
    `SELECT id, body, checksum FROM coverage_cell WHERE id > ? AND id < ? ORDER BY id LIMIT ${cellsAtOnce}`,
  );
  const end = (versionId + 1) * KEY_SPAN;
  let last: FormerCell | undefined;
  const requireSound = (cell: FormerCell | undefined, following: number | undefined) => {
    if (isUnsealed || cell === undefined) return;
    if (crc32(`${cell.id} ${following ?? ''}`, crc32(cell.body)) !== cell.checksum) throw new DamagedVersion();
  };
  for (;;) {
    const cells = next.all(last?.id ?? versionId * KEY_SPAN - 1, end);
    if (last === undefined && !isUnsealed && (cells[0]?.id ?? null) !== seal?.first_cell) throw new DamagedVersion();
    for (const cell of cells) {
      requireSound(last, cell.id);
      yield cell;
      last = cell;
    }
    if (cells.length < cellsAtOnce) break;
  }
  requireSound(last, undefined);
}

function formerSealChecksum(versionId: number, firstCell: number | null, offers: readonly Offer[]): number {
  const inOrder = offers.toSorted((one, other) => one.id - other.id);
  return crc32(JSON.stringify([versionId, firstCell, inOrder]));
}
