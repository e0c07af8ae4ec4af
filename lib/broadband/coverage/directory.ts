import { type PbfReader, PbfWriter } from 'pbf';
import { KEY_SPAN } from './cell.ts';
import { readSigned, readStored, takeBytes, writeSigned } from './varints.ts';

const writer = new PbfWriter();
const firstLength = 64;

/**
 * The blocks of a version in key order: the key of each block's first leaf, the id of its row, and how many leaves it has. Versions share blocks,
 * so this is all that a version with few changes has of its own.
 */
export class Directory {
  length = 0;
  #keys = new Float64Array(firstLength);
  #ids = new Float64Array(firstLength);
  #leaves = new Uint16Array(firstLength);

  /** Adds a block after the last. */
  push(key: number, id: number, leaves: number): void {
    if (this.length === this.#keys.length) this.#grow();
    this.#keys[this.length] = key;
    this.#ids[this.length] = id;
    this.#leaves[this.length] = leaves;
    this.length++;
  }

  /** The index of the block with the largest key that is not above this one; -1 if all are above it. */
  find(key: number): number {
    let low = 0;
    let high = this.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#keys[middle] as number) <= key) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  keyAt(index: number): number {
    return this.#keys[index] as number;
  }

  idAt(index: number): number {
    return this.#ids[index] as number;
  }

  leavesAt(index: number): number {
    return this.#leaves[index] as number;
  }

  /** How many leaves all blocks have. */
  countLeaves(): number {
    let count = 0;
    for (let index = 0; index < this.length; index++) count += this.leavesAt(index);
    return count;
  }

  /** Adds the ids of its blocks to a set. */
  addIdsTo(ids: Set<number>): void {
    for (let index = 0; index < this.length; index++) ids.add(this.idAt(index));
  }

  #grow(): void {
    const length = this.length * 2;
    const [keys, ids, leaves] = [new Float64Array(length), new Float64Array(length), new Uint16Array(length)];
    keys.set(this.#keys);
    ids.set(this.#ids);
    leaves.set(this.#leaves);
    this.#keys = keys;
    this.#ids = ids;
    this.#leaves = leaves;
  }
}

/**
 * A directory as it is stored: the number of blocks, then for each the difference of its key from that of the block
 * before, the version that made it, also as a difference, and by how much the rest of its id is above the key, and the
 * number of its leaves.
 */
export function encodeDirectory(directory: Directory): Uint8Array {
  writer.writeVarint(directory.length);
  let [lastKey, lastVersion] = [0, 0];
  for (let index = 0; index < directory.length; index++) {
    const [key, id] = [directory.keyAt(index), directory.idAt(index)];
    writer.writeVarint(key - lastKey);
    const version = Math.floor(id / KEY_SPAN);
    writeSigned(writer, version - lastVersion);
    writer.writeVarint(id - version * KEY_SPAN - key);
    writer.writeVarint(directory.leavesAt(index));
    lastKey = key;
    lastVersion = version;
  }
  return takeBytes(writer);
}

/** The directory given to `encodeDirectory`. @throws RangeError when the bytes are not a complete directory */
export function decodeDirectory(bytes: Uint8Array): Directory {
  return readStored('directory', bytes, readDirectory);
}

function readDirectory(reader: PbfReader): Directory {
  const directory = new Directory();
  let [key, version] = [0, 0];
  for (let remaining = reader.readVarint(); remaining > 0; remaining--) {
    key += reader.readVarint();
    version += readSigned(reader);
    const id = version * KEY_SPAN + key + reader.readVarint();
    directory.push(key, id, reader.readVarint());
  }
  return directory;
}
