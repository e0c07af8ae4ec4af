import { meetsSquare, ROOT } from './cell.ts';
import { CellEdges } from './cell-edges.ts';
import { IntList } from './number-list.ts';
import { isLeft } from './orient.ts';
import { requireClosed } from './part-codec.ts';

/** One polygon of an offer's area: the outer ring and its holes, in any order and orientation. */
export interface CoveragePart {
  /** Database id of the offer, 1 to 2³¹ − 1. */
  readonly offer: number;
  /** Each x0, y0, x1, y1, … in units of 1e-7 degree, closed: its last position repeats its first. */
  readonly rings: readonly Int32Array[];
}

const BLOCK_LENGTH = 2 ** 20;

/**
 * Collects the parts of a coverage version before its cells are made, in about 8 bytes a vertex and without ever copying
 * them. Edges outside the root square are dropped immediately; their effect on the square's corner is kept in the
 * reference bit.
 */
export class EdgeCollection {
  /** The root cell with all edges that meet it. */
  readonly root = new CellEdges();
  /** Database ids, by offer number. */
  readonly offers: number[] = [];
  readonly #offerNumbers = new Map<number, number>();
  readonly #offerOfPart = new IntList();
  readonly #blockOfPart = new IntList();
  readonly #blocks: Int32Array<ArrayBuffer>[] = [];
  #block = new Int32Array(0);
  #used = 0;

  constructor() {
    this.root.reset(ROOT.x, ROOT.y, ROOT.side, 0);
  }

  /**
   * @throws RangeError when a ring is not closed or the offer's id is not a whole number from 1 to 2³¹ − 1.
   */
  add({ offer, rings }: CoveragePart): void {
    if (!(offer >= 1) || (offer | 0) !== offer) throw new RangeError(`An offer's id cannot be ${offer}.`);
    let length = 0;
    for (const ring of rings) {
      requireClosed(ring);
      length += ring.length;
    }
    const part = this.beginPart(offer, length / 2);
    let bit = 0;
    for (const ring of rings) bit ^= this.#addRing(part, ring);
    if (this.root.closePart(bit)) this.root.covering.push(this.offerOf(part));
  }

  /** Gives an offer its number before a part of it is added. @returns the number */
  numberOf(offer: number): number {
    const known = this.#offerNumbers.get(offer);
    if (known !== undefined) return known;
    const number = this.offers.push(offer) - 1;
    this.#offerNumbers.set(offer, number);
    return number;
  }

  /** Begins a part whose edges only some cells have. @param vertices the most that will be added to it @returns its number */
  beginPart(offer: number, vertices: number): number {
    this.#makeRoom(vertices * 2);
    this.#offerOfPart.push(this.numberOf(offer));
    this.#blockOfPart.push(this.#blocks.length - 1);
    return this.#offerOfPart.length - 1;
  }

  /** Adds a vertex to the last part. @returns its number: that of the edge from it to the next one */
  addVertex(x: number, y: number): number {
    this.#block[this.#used++] = x;
    this.#block[this.#used++] = y;
    return this.#used / 2 - 1;
  }

  /** Makes room, so that parts which are added and forgotten again and again do not each allocate it. */
  startBlock(): void {
    this.#makeRoom(BLOCK_LENGTH);
  }

  /** What is in the collection now. @returns forgets what was added since, except from the root cell */
  mark(): () => void {
    const [parts, blocks, used] = [this.#offerOfPart.length, this.#blocks.length, this.#used];
    return () => {
      this.#offerOfPart.length = parts;
      this.#blockOfPart.length = parts;
      this.#blocks.length = blocks;
      this.#block = this.#blocks.at(-1) ?? new Int32Array(0);
      this.#used = used;
    };
  }

  /** The vertices x0, y0, x1, y1, … that number the part's edges. */
  positionsOf(part: number): Int32Array {
    return this.#blocks[this.#blockOfPart.values[part] as number] as Int32Array;
  }

  /** Offer number of a part. */
  offerOf(part: number): number {
    return this.#offerOfPart.values[part] as number;
  }

  /** @returns the ring's even-odd bit at the root's corner, with the tie-break of `isLeft`: a ray to the east. */
  #addRing(part: number, ring: Int32Array): number {
    let bit = 0;
    let isRunOpen = false;
    for (let at = 0; at < ring.length - 2; at += 2) {
      const ax = ring[at] as number;
      const ay = ring[at + 1] as number;
      const bx = ring[at + 2] as number;
      const by = ring[at + 3] as number;
      if (ay > ROOT.y !== by > ROOT.y && isLeft(ax, ay, bx, by, ROOT.x, ROOT.y) === by > ay) bit ^= 1;
      const isKept = meetsSquare(ax, ay, bx, by, ROOT.x, ROOT.y, ROOT.side);
      if (isKept) {
        if (!isRunOpen) this.addVertex(ax, ay);
        this.root.addRun(part, this.#used / 2 - 1, 1);
        this.addVertex(bx, by);
      }
      isRunOpen = isKept;
    }
    return bit;
  }

  // a part never spans two blocks; the unused end of a block is never touched, so it takes no memory
  #makeRoom(length: number): void {
    if (this.#blocks.length > 0 && this.#used + length <= this.#block.length) return;
    this.#block = new Int32Array(Math.max(length, BLOCK_LENGTH));
    this.#blocks.push(this.#block);
    this.#used = 0;
  }
}
