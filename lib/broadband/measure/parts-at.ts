import type { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import type { NumberedEdges } from '#lib/broadband/coverage/cell-split.ts';
import { isLeft, orient } from '#lib/broadband/coverage/orient.ts';

/** The offer numbers of the parts of a cell that contain a point of it, exactly, as the look-up decides it (see `offersAt`). */
export function partsAt(cell: CellEdges, edges: NumberedEdges, x: number, y: number): number[] {
  const found: number[] = [];
  const groups = cell.groups.values;
  for (let at = 0; at < cell.groups.length; ) {
    const part = groups[at] as number;
    const end = at + 2 + ((groups[at + 1] as number) & ~1);
    let isInside = ((groups[at + 1] as number) & 1) === 1;
    let isOnEdge = false;
    const positions = edges.positionsOf(part);
    for (let run = at + 2; run < end; run += 2) {
      const first = (groups[run] as number) * 2;
      for (let vertex = first; vertex < first + (groups[run + 1] as number) * 2; vertex += 2) {
        const [ax = 0, ay = 0, bx = 0, by = 0] = positions.subarray(vertex, vertex + 4);
        const isLeftOf = (px: number, py: number) => isLeft(ax, ay, bx, by, px, py);
        // north along the cell's border, then east to the point
        if (ax > cell.x !== bx > cell.x && isLeftOf(cell.x, cell.y) !== isLeftOf(cell.x, y)) isInside = !isInside;
        if (ay > y !== by > y && isLeftOf(cell.x, y) !== isLeftOf(x, y)) isInside = !isInside;
        if (isBetween(ax, bx, x) && isBetween(ay, by, y) && orient(ax, ay, bx, by, x, y) === 0) isOnEdge = true;
      }
    }
    if (isInside || isOnEdge) found.push(edges.offerOf(part));
    at = end;
  }
  return found;
}

function isBetween(a: number, b: number, value: number): boolean {
  return (a <= value && value <= b) || (b <= value && value <= a);
}
