import { SERVICE_BOX } from '#lib/broadband/point.ts';
import { cellKey, DEEPEST_LEVEL } from './cell.ts';
import { CellEdges } from './cell-edges.ts';
import { CellSplitter, type FourCells } from './cell-split.ts';
import type { EdgeCollection } from './edge-collection.ts';
import { encodeLeaf } from './leaf.ts';

/** A stored cell: its key (36 bits, see `cellKey`) and its content (see `leaf.ts`). */
export interface Leaf {
  readonly key: number;
  readonly body: Uint8Array;
}

export interface LeafLimits {
  /** A smaller number makes the index larger, a larger one makes a look-up slower. */
  readonly maxEdgesPerLeaf: number;
  /**
   * The most stored edges for each given edge. Splitting a cell that bundles of long edges cross gains nothing; the leaves
   * below a cell share its allowance, so that no input can make the index grow without bound.
   */
  readonly maxCopiesPerEdge: number;
}

const LIMITS: LeafLimits = { maxEdgesPerLeaf: 32, maxCopiesPerEdge: 4 };

/**
 * The cell index of a collection, in ascending key order. Every point of the service box lies in exactly one leaf, or in
 * none where nothing is offered. Leaves are made one at a time, so the caller may pause between them.
 */
export function* leavesOf(collection: EdgeCollection, limits = LIMITS): Generator<Leaf, void> {
  const splitter = new CellSplitter(collection);
  const { root } = collection;
  splitter.settle(root);
  root.allowance = root.edgeCount * limits.maxCopiesPerEdge;

  // the quarters of the cell being split at each level, and the index of the next one
  const quartersAt = Array.from({ length: DEEPEST_LEVEL }, fourCells);
  const nextAt: number[] = [];
  let cell: CellEdges | undefined = root;
  while (cell !== undefined) {
    const quarters = quartersAt[nextAt.length];
    if (quarters !== undefined && cell.edgeCount > limits.maxEdgesPerLeaf && divide(splitter, cell, quarters)) {
      nextAt.push(0);
    } else if (cell.edgeCount > 0 || cell.covering.length > 0) {
      yield { key: cellKey(cell.x, cell.y), body: encodeLeaf(cell, collection) };
    }
    cell = nextCell(quartersAt, nextAt);
  }
}

function fourCells(): FourCells {
  return [new CellEdges(), new CellEdges(), new CellEdges(), new CellEdges()];
}

/** @returns false when the cell should not be split */
function divide(splitter: CellSplitter, cell: CellEdges, quarters: FourCells): boolean {
  splitter.split(cell, quarters);
  let copies = 0;
  for (const quarter of quarters) copies += quarter.edgeCount;
  if (copies > cell.allowance) return false;
  for (const quarter of quarters) quarter.allowance = (cell.allowance * quarter.edgeCount) / copies;
  return true;
}

/** The next cell in key order that meets the service box. */
function nextCell(quartersAt: readonly FourCells[], nextAt: number[]): CellEdges | undefined {
  while (nextAt.length > 0) {
    const depth = nextAt.length - 1;
    const next = nextAt[depth] ?? 4;
    const cell = quartersAt[depth]?.[next];
    if (cell === undefined) {
      nextAt.pop();
    } else {
      nextAt[depth] = next + 1;
      if (meetsServiceBox(cell)) return cell;
    }
  }
  return undefined;
}

function meetsServiceBox({ x, y, side }: CellEdges): boolean {
  return x <= SERVICE_BOX.maxX && x + side > SERVICE_BOX.minX && y <= SERVICE_BOX.maxY && y + side > SERVICE_BOX.minY;
}
