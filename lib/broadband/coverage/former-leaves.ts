import { type Block, leafEnd, leafIn, leavesIn } from './blocks.ts';
import { KEY_SPAN } from './cell.ts';
import type { Directory } from './directory.ts';
import type { Leaf } from './leaves.ts';

/** A block of the former index that stays as it is, by its index in the directory. */
export interface KeptBlock {
  readonly kept: number;
}

/** How the leaves of an index lie to a cell: none in it, one that is the cell, or several that are smaller. */
export type InCell = 'none' | 'the cell' | 'smaller';

/**
 * Goes through an index from its first leaf to its last. Only blocks in which something changes are read; all others are
 * passed on.
 */
export class FormerLeaves {
  /** How many bytes the blocks had that were read and taken apart. */
  bytesReplaced = 0;
  readonly #directory: Directory;
  readonly #read: (index: number) => Uint8Array;
  /** The next block that is neither passed on nor taken apart. */
  #next = 0;
  /** The leaves that are left of the block that is taken apart. */
  #leaves: Leaf[] = [];
  #lastRead: { readonly index: number; readonly block: Block } | undefined;

  /** @param read gives the body of a block, by its index in the directory */
  constructor(directory: Directory, read: (index: number) => Uint8Array) {
    this.#directory = directory;
    this.#read = read;
  }

  /** @param key the cell's @param end the first key after those of the cell */
  inCell(key: number, end: number): InCell {
    const index = this.#directory.find(end - 1);
    if (index === -1) return 'none';
    if (this.#directory.keyAt(index) > key) return 'smaller';
    const leaf = leafIn(this.#block(index), end - 1);
    if (leaf === undefined || leafEnd(leaf.key, leaf.body) <= key) return 'none';
    return leaf.key === key && leafEnd(leaf.key, leaf.body) === end ? 'the cell' : 'smaller';
  }

  /** What lies before a key and was not taken; the block around the key is taken apart. */
  *before(key: number): Generator<Leaf | KeptBlock, void> {
    for (;;) {
      while (this.#leaves[0] !== undefined && this.#leaves[0].key < key) yield this.#leaves.shift() as Leaf;
      if (this.#leaves.length > 0 || this.#next === this.#directory.length) return;
      if (this.#directory.keyAt(this.#next) >= key) return;
      if (this.#endOf(this.#next) <= key) yield { kept: this.#next++ };
      else this.#takeApart();
    }
  }

  /** The leaf with this key, which is next after what lies before it. */
  take(key: number): Leaf {
    if (this.#leaves.length === 0) this.#takeApart();
    const leaf = this.#leaves.shift();
    if (leaf?.key !== key) throw new Error(`There is no leaf ${key} after what lies before it.`);
    return leaf;
  }

  /** All that is left. */
  *rest(): Generator<Leaf | KeptBlock, void> {
    yield* this.before(KEY_SPAN);
  }

  #takeApart(): void {
    const block = this.#block(this.#next++);
    this.bytesReplaced += block.body.length;
    this.#leaves = leavesIn(block);
  }

  #block(index: number): Block {
    if (this.#lastRead?.index !== index) {
      this.#lastRead = { index, block: { key: this.#directory.keyAt(index), body: this.#read(index) } };
    }
    return this.#lastRead.block;
  }

  /** The first key that is not of a block. */
  #endOf(index: number): number {
    return index + 1 === this.#directory.length ? KEY_SPAN : this.#directory.keyAt(index + 1);
  }
}
