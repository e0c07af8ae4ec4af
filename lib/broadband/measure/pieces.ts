import { cellKey, ROOT } from '#lib/broadband/coverage/cell.ts';
import { type Box, overlapOf } from './box.ts';
import { spanOf } from './leaf-cursor.ts';

/** A part of a rectangle that lies in one cell: the cell's keys, and the rectangle within it. */
export interface Piece {
  readonly firstKey: number;
  readonly keys: number;
  readonly box: Box;
}

/** Cells of this level are 5.8 km wide: one is measured in a few milliseconds, even in the middle of a city. */
const level = 8;

/** Cuts a rectangle within the indexed square along the borders of cells, which costs no precision. */
export function* piecesOf(box: Box): Generator<Piece, void> {
  const side = ROOT.side / 2 ** level;
  const from = (value: number, origin: number) => value - ((value - origin) % side);
  for (let y = from(box.minY, ROOT.y); y < box.maxY; y += side) {
    for (let x = from(box.minX, ROOT.x); x < box.maxX; x += side) {
      yield { firstKey: cellKey(x, y), keys: spanOf(level), box: overlapOf(box, x, y, side) };
    }
  }
}
