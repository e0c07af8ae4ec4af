import { cellKey, ROOT } from '#lib/broadband/coverage/cell.ts';
import { type Box, overlapOf } from '#lib/broadband/rectangle.ts';
import { spanOf } from './leaf-cursor.ts';

/** The part of a rectangle that lies in one cell, and the cell's keys. */
export interface Piece {
  readonly firstKey: number;
  readonly keys: number;
  readonly box: Box;
}

/** Cells of this level are 5.8 km wide: one takes a few milliseconds to measure, even in a city centre. */
const level = 8;

/** Cuts a rectangle in the indexed square along the borders of cells, which loses no precision. */
export function* piecesOf(box: Box): Generator<Piece, void> {
  const side = ROOT.side / 2 ** level;
  const from = (value: number, origin: number) => value - ((value - origin) % side);
  for (let y = from(box.minY, ROOT.y); y < box.maxY; y += side) {
    for (let x = from(box.minX, ROOT.x); x < box.maxX; x += side) {
      yield { firstKey: cellKey(x, y), keys: spanOf(level), box: overlapOf(box, x, y, side) };
    }
  }
}
