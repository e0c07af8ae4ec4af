import type { CellEdges } from '#lib/broadband/coverage/cell-edges.ts';
import type { LeafEdges } from './leaf-edges.ts';
import { scatter } from './scatter.ts';

/**
 * Whether two versions have the same content of a cell, in any order: the same covering offers, and parts with the same
 * edges. Compared by sums of hashes, 64 bits in all.
 */
export function hasSameContent(a: CellEdges, ofA: LeafEdges, b: CellEdges, ofB: LeafEdges): boolean {
  if (a.edgeCount !== b.edgeCount || a.covering.length !== b.covering.length) return false;
  return hashOf(a, ofA, 1) === hashOf(b, ofB, 1) && hashOf(a, ofA, 2) === hashOf(b, ofB, 2);
}

function hashOf(cell: CellEdges, edges: LeafEdges, seed: number): number {
  let sum = 0;
  for (let at = 0; at < cell.covering.length; at++) {
    sum = (sum + scatter((cell.covering.values[at] as number) + scatter(seed))) | 0;
  }
  const groups = cell.groups.values;
  const positions = edges.positionsOf();
  for (let at = 0; at < cell.groups.length; ) {
    const head = groups[at + 1] as number;
    let ofPart = scatter(seed + edges.offerOf(groups[at] as number) * 2 + (head & 1));
    at += 2;
    for (const end = at + (head & ~1); at < end; at += 2) {
      let vertex = (groups[at] as number) * 2;
      for (let count = groups[at + 1] as number; count > 0; count--, vertex += 2) {
        ofPart = (ofPart + hashOfEdge(positions, vertex, seed)) | 0;
      }
    }
    sum = (sum + scatter(ofPart)) | 0;
  }
  return sum;
}

function hashOfEdge(positions: Int32Array, at: number, seed: number): number {
  let mixed = seed;
  for (let next = at; next < at + 4; next++) mixed = scatter(mixed ^ (positions[next] as number));
  return mixed;
}
