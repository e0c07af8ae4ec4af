import { PbfReader, PbfWriter } from 'pbf';
import { DEEPEST_LEVEL } from './cell.ts';
import type { Leaf } from './leaves.ts';

/** Consecutive leaves of an index, stored together. `key`: that of the first. */
export interface Block {
  readonly key: number;
  readonly body: Uint8Array;
}

export interface PackedBlock extends Block {
  /** How many leaves it has. */
  readonly leaves: number;
}

/**
 * Two blocks fit on a page of the database, unless a single leaf is larger. Larger ones are written and listed sooner, but
 * a look-up copies all of one.
 */
const mostBytes = 1980;

// shared, as in `leaf.ts`: only these fields are used
const reader = new PbfReader(new Uint8Array(0));

/**
 * Gathers leaves in key order into blocks. A block's body is the bodies of its leaves (see `leaf.ts`), then a table with
 * two varints for each: the keys between it and the leaf before (0 for the first), and its length; then the length of the
 * table, two bytes, the lower first.
 */
export class BlockPacker {
  readonly #table = new PbfWriter();
  #bodies: Uint8Array[] = [];
  #bytes = 0;
  #key = 0;
  #end = 0;

  /** Adds a leaf. @returns the block before it, if that is full now */
  add({ key, body }: Leaf): PackedBlock | undefined {
    const full = this.#bytes + this.#table.pos + body.length > mostBytes ? this.end() : undefined;
    if (this.#bodies.length === 0) {
      this.#key = key;
      this.#end = key;
    }
    this.#table.writeVarint(key - this.#end);
    this.#table.writeVarint(body.length);
    this.#bodies.push(body);
    this.#bytes += body.length;
    this.#end = leafEnd(key, body);
    return full;
  }

  /** The block of the leaves since the last one; undefined without any. */
  end(): PackedBlock | undefined {
    if (this.#bodies.length === 0) return undefined;
    const tableBytes = this.#table.pos;
    const body = new Uint8Array(this.#bytes + tableBytes + 2);
    let at = 0;
    for (const leaf of this.#bodies) {
      body.set(leaf, at);
      at += leaf.length;
    }
    body.set(this.#table.buf.subarray(0, tableBytes), at);
    body[at + tableBytes] = tableBytes & 255;
    body[at + tableBytes + 1] = tableBytes >> 8;
    this.#table.pos = 0;
    const { length: leaves } = this.#bodies;
    this.#bodies = [];
    this.#bytes = 0;
    return { key: this.#key, body, leaves };
  }
}

/** The leaves of a block, in key order. @throws RangeError when its table is damaged */
export function leavesIn(block: Block): Leaf[] {
  const leaves: Leaf[] = [];
  const tableAt = openTable(block.body);
  let key = block.key;
  let start = 0;
  while (reader.pos < reader.length) {
    key += reader.readVarint();
    const end = start + reader.readVarint();
    if (end > tableAt) throw damaged(block);
    const body = block.body.subarray(start, end);
    leaves.push({ key, body });
    key = leafEnd(key, body);
    start = end;
  }
  return leaves;
}

/** The leaf of a block with the largest key that is not above this one. @throws RangeError when its table is damaged */
export function leafIn(block: Block, wanted: number): Leaf | undefined {
  const { body } = block;
  const tableAt = openTable(body);
  let key = block.key;
  let start = 0;
  let foundKey = -1;
  let foundStart = 0;
  let foundEnd = 0;
  while (reader.pos < reader.length) {
    key += reader.readVarint();
    if (key > wanted) break;
    const end = start + reader.readVarint();
    if (end > tableAt) throw damaged(block);
    foundKey = key;
    foundStart = start;
    foundEnd = end;
    // a level is less than 128: one byte
    key += 4 ** (DEEPEST_LEVEL - (body[start] as number));
    start = end;
  }
  return foundKey === -1 ? undefined : { key: foundKey, body: body.subarray(foundStart, foundEnd) };
}

/** The first key after those of a leaf. */
export function leafEnd(key: number, body: Uint8Array): number {
  return key + 4 ** (DEEPEST_LEVEL - (body[0] as number));
}

/** Sets the reader to the table of a block. @returns where the table begins */
function openTable(body: Uint8Array): number {
  const tableEnd = body.length - 2;
  const tableAt = tableEnd - ((body[tableEnd] as number) + ((body[tableEnd + 1] as number) << 8));
  if (!(tableAt > 0)) throw new RangeError('A block of the cell index is damaged: its table is longer than it.');
  reader.buf = body;
  reader.pos = tableAt;
  reader.length = tableEnd;
  return tableAt;
}

function damaged({ key }: Block): RangeError {
  return new RangeError(`The block ${key} of the cell index is damaged: a leaf is longer than it.`);
}
