import { PbfReader } from 'pbf';
import { cellKey, DEEPEST_LEVEL, ROOT } from './cell.ts';
import { isLeft, orient } from './orient.ts';
import { readSigned } from './varints.ts';

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
