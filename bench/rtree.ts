import Database from 'better-sqlite3';
import { isLeft, orient } from '#lib/broadband/coverage/orient.ts';
import { boxOf } from './generated/shapes.ts';

/** A polygon of an offer: rings of x0, y0, x1, y1, … closed. */
export interface OfferedPart {
  readonly offer: number;
  readonly rings: readonly Int32Array[];
}

/** The rings of a piece, one after the other, each as its number of vertices and then x and y in turn. */
type Piece = Int32Array;

/**
 * A look-up with SQLite's own means: an R-tree over pieces of polygons, and even-odd over the pieces whose boxes contain
 * the point. Cut edges are rounded, so only the speed is compared, not the answers.
 */
export class RTree {
  readonly #sqlite = new Database('');
  readonly #find: Database.Statement<[number, number, number, number], [number, Uint8Array]>;
  pieces = 0;

  /** @param mostVertices the most vertices of a piece; Infinity for whole polygons */
  constructor(parts: Iterable<OfferedPart>, mostVertices: number) {
    const sqlite = this.#sqlite;
    sqlite.exec('CREATE VIRTUAL TABLE piece USING rtree_i32(id, west, east, south, north, +offer INTEGER, +body BLOB)');
    const insert = sqlite.prepare('INSERT INTO piece VALUES (NULL, ?, ?, ?, ?, ?, ?)');
    sqlite.transaction(() => {
      for (const { offer, rings } of parts) {
        for (const piece of piecesOf(rings, mostVertices)) {
          const { west, east, south, north } = boxOf(piece);
          const body = pack(piece);
          insert.run(west, east, south, north, offer, Buffer.from(body.buffer));
          this.pieces++;
        }
      }
    })();
    sqlite.pragma('mmap_size = 1073741824');
    this.#find = sqlite
      .prepare<[number, number, number, number], [number, Uint8Array]>(
        'SELECT offer, body FROM piece WHERE west <= ? AND east >= ? AND south <= ? AND north >= ?',
      )
      .raw();
  }

  /** The offers that cover a point, ascending. */
  offersAt(x: number, y: number): number[] {
    const found = new Set<number>();
    for (const [offer, body] of this.#find.all(x, x, y, y)) {
      if (!found.has(offer) && isInside(new Int32Array(body.buffer, body.byteOffset, body.byteLength / 4), x, y)) {
        found.add(offer);
      }
    }
    return [...found].sort((a, b) => a - b);
  }

  close(): void {
    this.#sqlite.close();
  }
}

/** Halves a polygon's box until no piece has more vertices than that. */
function* piecesOf(rings: readonly Int32Array[], mostVertices: number): Generator<readonly Int32Array[]> {
  const vertices = rings.reduce((sum, ring) => sum + ring.length / 2, 0);
  if (vertices === 0) return;
  const { west, east, south, north } = boxOf(rings);
  if (vertices <= mostVertices || (east - west < 2 && north - south < 2)) {
    yield rings;
    return;
  }
  const axis = east - west >= north - south ? 0 : 1;
  const cut = axis === 0 ? Math.floor((west + east) / 2) : Math.floor((south + north) / 2);
  for (const sign of [-1, 1]) {
    const half = rings.map((ring) => clip(ring, axis, cut, sign)).filter((ring) => ring.length >= 8);
    yield* piecesOf(half, mostVertices);
  }
}

/** The part of a closed ring on one side of a line (Sutherland and Hodgman). */
function clip(ring: Int32Array, axis: number, cut: number, sign: number): Int32Array {
  const kept: number[] = [];
  for (let at = 2; at < ring.length; at += 2) {
    const from = sign * ((ring[at - 2 + axis] as number) - cut);
    const to = sign * ((ring[at + axis] as number) - cut);
    if (from >= 0) kept.push(ring[at - 2] as number, ring[at - 1] as number);
    if ((from > 0 && to < 0) || (from < 0 && to > 0)) {
      const share = from / (from - to);
      const other = 1 - axis;
      const a = ring[at - 2 + other] as number;
      const crossing = Math.round(a + share * ((ring[at + other] as number) - a));
      kept.push(...(axis === 0 ? [cut, crossing] : [crossing, cut]));
    }
  }
  if (kept.length > 0) kept.push(kept[0] as number, kept[1] as number);
  return Int32Array.from(kept);
}

function pack(rings: readonly Int32Array[]): Piece {
  const packed = new Int32Array(rings.reduce((sum, ring) => sum + ring.length + 1, 0));
  let at = 0;
  for (const ring of rings) {
    packed[at++] = ring.length / 2;
    packed.set(ring, at);
    at += ring.length;
  }
  return packed;
}

function isInside(piece: Piece, x: number, y: number): boolean {
  let inside = false;
  for (let at = 0; at < piece.length; ) {
    const end = at + 1 + 2 * (piece[at] as number);
    for (let next = at + 3; next < end; next += 2) {
      const ax = piece[next - 2] as number;
      const ay = piece[next - 1] as number;
      const bx = piece[next] as number;
      const by = piece[next + 1] as number;
      if (ay > y !== by > y && isLeft(ax, ay, bx, by, x, y) === by > ay) inside = !inside;
      if (
        Math.min(ax, bx) <= x &&
        x <= Math.max(ax, bx) &&
        Math.min(ay, by) <= y &&
        y <= Math.max(ay, by) &&
        orient(ax, ay, bx, by, x, y) === 0
      )
        return true;
    }
    at = end;
  }
  return inside;
}
