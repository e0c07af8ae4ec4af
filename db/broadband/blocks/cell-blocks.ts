import { crc32 } from 'node:zlib';
import { coverageCell } from '#db/broadband/schema.ts';
import type { Connection } from '#db/client.ts';
import { eq, sql } from '#db/drizzle.ts';
import { preparedStatement } from '#db/prepared-statement.ts';
import type { Offer } from '#lib/broadband/availability.ts';
import { leafIn } from '#lib/broadband/coverage/blocks.ts';
import { KEY_SPAN } from '#lib/broadband/coverage/cell.ts';
import type { Directory } from '#lib/broadband/coverage/directory.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { DamageFound } from '#lib/readiness.ts';

/** The blocks of a version's cell index; each is compared with its checksum when it is first read. */
export class CellBlocks {
  readonly directory: Directory;
  readonly #versionId: number;
  /** The blocks that were read last, each where its index modulo their number is; and their indexes. */
  readonly #bodies: Buffer[] = [];
  readonly #indexes: Int32Array;
  readonly #isChecked: Uint8Array;
  readonly #read: (id: number) => [body: Buffer, checksum: number] | undefined;

  /** @param mostInMemory how many blocks stay in memory, at about 2 KB each */
  constructor(connection: Connection, versionId: number, directory: Directory, mostInMemory = 16) {
    this.directory = directory;
    this.#versionId = versionId;
    this.#isChecked = new Uint8Array(directory.length);
    this.#indexes = new Int32Array(mostInMemory).fill(-1);
    const { id, body, checksum } = coverageCell;
    const query = connection.db
      .select({ body, checksum })
      .from(coverageCell)
      .where(eq(id, sql.placeholder('id')));
    const row = preparedStatement<[body: Buffer, checksum: number]>(connection, query);
    this.#read = (wanted) => row.get(wanted);
  }

  /** The body of a block, by its index in the directory. @throws DamageFound when it is lost or lacks its checksum */
  body(index: number): Buffer {
    const slot = index % this.#indexes.length;
    if (this.#indexes[slot] === index) return this.#bodies[slot] as Buffer;
    const id = this.directory.idAt(index);
    const row = this.#read(id);
    if (row === undefined || (this.#isChecked[index] === 0 && blockChecksum(id, row[0]) !== row[1])) {
      const damage = { version: this.#versionId, block: this.directory.keyAt(index) };
      throw new DamageFound({ code: 'block-damaged', ...damage });
    }
    this.#isChecked[index] = 1;
    this.#indexes[slot] = index;
    this.#bodies[slot] = row[0];
    return row[0];
  }

  /** The leaf with the largest key that is not above this one: the one that may hold it. @throws DamageFound */
  leafAt(key: number): Leaf | undefined {
    const index = this.directory.find(key);
    return index === -1 ? undefined : leafIn({ key: this.directory.keyAt(index), body: this.body(index) }, key);
  }
}

/** The id of the row of a block that a version makes; the version's number says who made it, and is never used again. */
export function blockId(versionId: number, key: number): number {
  return versionId * KEY_SPAN + key;
}

/** The checksum of a block of the cell index, and of its id, so that a block in another's place is noticed. */
export function blockChecksum(id: number, body: Uint8Array): number {
  return crc32(`${id}`, crc32(body));
}

/** The checksum of the directory of a version's blocks: a block that is lost is noticed, because the directory names it. */
export function directoryChecksum(versionId: number, directory: Uint8Array): number {
  return crc32(`${versionId}`, crc32(directory));
}

/** The checksum of a version's number and every field of its offers. */
export function offersChecksum(versionId: number, offers: readonly Offer[]): number {
  const inOrder = offers.toSorted((one, other) => one.id - other.id);
  return crc32(JSON.stringify([versionId, inOrder]));
}
