import { PbfReader, PbfWriter } from 'pbf';
import { cellKey, DEEPEST_LEVEL, ROOT } from './cell.ts';
import type { CellEdges } from './cell-edges.ts';
import type { EdgeCollection } from './edge-collection.ts';
import { isLeft, orient } from './orient.ts';
import { readSigned, takeBytes, writeSigned } from './varints.ts';

const writer = new PbfWriter();

/**
 * A leaf's body, in varints:
 *
 *     level, number of covering offers, their ids ascending (each as the difference from the one before)
 *     then to the end, for each part whose boundary meets the closed cell:
 *       offer id (signed difference from the part before), number of runs × 2 + reference bit at the south-west corner
 *       for each run: number of edges, then its vertices (signed differences; the first from the run before, or the corner)
 *
 * The edges are the original ones, never clipped. The leaf's south-west corner follows from its key; its side is
 * 2^(27 − level). Leaves do not overlap and together contain every point with an offer, so areas can be computed from them
 * in one pass. The covering offers have the whole cell, and where no parts follow it has no others. Each part that follows
 * has a share of the cell, which `offersAt` finds at points of the cell. A change between two versions lies in leaves whose
 * key or body differs, when offer ids are compared by the offers they identify.
 */
export function encodeLeaf(cell: CellEdges, collection: EdgeCollection): Uint8Array {
  writer.writeVarint(cell.level);
  writeCovering(cell, collection);
  const groups = cell.groups.values;
  let lastOffer = 0;
  let lastX = cell.x;
  let lastY = cell.y;
  for (let at = 0; at < cell.groups.length; ) {
    const part = groups[at] as number;
    const head = groups[at + 1] as number;
    const positions = collection.positionsOf(part);
    const offer = collection.offers[collection.offerOf(part)] as number;
    writeSigned(writer, offer - lastOffer);
    writer.writeVarint(head);
    lastOffer = offer;
    at += 2;
    for (const end = at + (head & ~1); at < end; at += 2) {
      const firstEdge = groups[at] as number;
      const count = groups[at + 1] as number;
      writer.writeVarint(count);
      for (let position = firstEdge * 2; position <= (firstEdge + count) * 2; position += 2) {
        const x = positions[position] as number;
        const y = positions[position + 1] as number;
        writeSigned(writer, x - lastX);
        writeSigned(writer, y - lastY);
        lastX = x;
        lastY = y;
      }
    }
  }
  return takeBytes(writer);
}

function writeCovering(cell: CellEdges, collection: EdgeCollection): void {
  const numbers = cell.covering.values.subarray(0, cell.covering.length);
  const ids = Array.from(numbers, (number) => collection.offers[number] as number).sort((a, b) => a - b);
  writer.writeVarint(ids.length);
  let last = 0;
  for (const id of ids) {
    writer.writeVarint(id - last);
    last = id;
  }
}

// making a reader takes a third as long as reading a leaf, so all look-ups share one; readVarint uses only these fields
const reader = new PbfReader(new Uint8Array(0));

/**
 * The offers that cover a point of the service box, exactly (N8), read directly from a stored leaf.
 * @param leafKey the largest key that is not above `cellKey(x, y)`
 * @param body that leaf's content (see `leaf.ts`)
 * @returns database ids, ascending, each once; none when the leaf does not contain the point.
 */
export function offersAt(leafKey: number, body: Uint8Array, x: number, y: number): number[] {
  reader.buf = body;
  reader.length = body.length;
  reader.pos = 0;
  const offers: number[] = [];
  const level = reader.readVarint();
  if (cellKey(x, y) >= leafKey + 4 ** (DEEPEST_LEVEL - level)) return offers;
  let offer = 0;
  for (let remaining = reader.readVarint(); remaining > 0; remaining--) {
    offer += reader.readVarint();
    offers.push(offer);
  }
  readParts(level, x, y, offers);
  return offers;
}

/**
 * The reference bit says whether the part contains S, the cell's south-west corner. It is flipped for every edge crossed on
 * the way S → C → P, north along the cell's border and then east to the point. A point on an edge is inside.
 */
function readParts(level: number, x: number, y: number, offers: number[]): void {
  const sideMask = ROOT.side / 2 ** level - 1;
  const cornerX = x - ((x - ROOT.x) & sideMask);
  const cornerY = y - ((y - ROOT.y) & sideMask);
  let offer = 0;
  let bx = cornerX;
  let by = cornerY;
  while (reader.pos < reader.length) {
    offer = (offer + readSigned(reader)) | 0;
    const head = reader.readVarint();
    let isInside = (head & 1) === 1;
    let isOnEdge = false;
    for (let runs = head >> 1; runs > 0; runs--) {
      let edges = reader.readVarint();
      bx = (bx + readSigned(reader)) | 0;
      by = (by + readSigned(reader)) | 0;
      for (; edges > 0; edges--) {
        const ax = bx;
        const ay = by;
        bx = (bx + readSigned(reader)) | 0;
        by = (by + readSigned(reader)) | 0;
        if (ax > cornerX !== bx > cornerX && crosses(ax, ay, bx, by, cornerX, cornerY, cornerX, y))
          isInside = !isInside;
        if (ay > y !== by > y && crosses(ax, ay, bx, by, cornerX, y, x, y)) isInside = !isInside;
        if (isBetween(ax, bx, x) && isBetween(ay, by, y) && orient(ax, ay, bx, by, x, y) === 0) isOnEdge = true;
      }
    }
    if (isInside || isOnEdge) insert(offers, offer);
  }
}

function crosses(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  fromX: number,
  fromY: number,
  toX: number,
  toY: number,
): boolean {
  return isLeft(ax, ay, bx, by, fromX, fromY) !== isLeft(ax, ay, bx, by, toX, toY);
}

function isBetween(a: number, b: number, value: number): boolean {
  return (a <= value && value <= b) || (b <= value && value <= a);
}

function insert(offers: number[], offer: number): void {
  let at = offers.length;
  while (at > 0 && (offers[at - 1] as number) > offer) at--;
  if (offers[at - 1] !== offer) offers.splice(at, 0, offer);
}
