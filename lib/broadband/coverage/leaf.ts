import { PbfWriter } from 'pbf';
import type { CellEdges } from './cell-edges.ts';
import type { EdgeCollection } from './edge-collection.ts';
import { takeBytes, writeSigned } from './varints.ts';

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
