import { cellKey, DEEPEST_LEVEL, ROOT } from '#lib/broadband/coverage/cell.ts';
import type { CoveragePart } from '#lib/broadband/coverage/edge-collection.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { type Point, SERVICE_BOX } from '#lib/broadband/point.ts';
import type { Random } from './sample-shapes.ts';

/** Points where lookups fail first, and as many near them, all inside the service box. */
export function* criticalPoints(
  parts: readonly CoveragePart[],
  leaves: readonly Leaf[],
  random: Random,
  count: number,
) {
  const kinds = [onVertex, onMiddleOfEdge, onEdge, onCellCorner, onCellBorder, inNearbyCell];
  for (let made = 0; made < count; ) {
    const kind = kinds[random(0, kinds.length - 1)] ?? onVertex;
    const exact = kind({ parts, leaves, random });
    const beside = { x: exact.x + random(-1, 1), y: exact.y + random(-1, 1) };
    for (const point of [exact, beside]) {
      if (!isInServiceBox(point)) continue;
      yield point;
      made++;
    }
  }
}

export function randomPoint(random: Random): Point {
  return {
    x: random(SERVICE_BOX.minX, SERVICE_BOX.maxX),
    y: random(SERVICE_BOX.minY, SERVICE_BOX.maxY),
  };
}

interface Sources {
  readonly parts: readonly CoveragePart[];
  readonly leaves: readonly Leaf[];
  readonly random: Random;
}

function onVertex({ parts, random }: Sources): Point {
  return anyEdge(parts, random).a;
}

function onMiddleOfEdge({ parts, random }: Sources): Point {
  const { a, b } = anyEdge(parts, random);
  return { x: Math.floor((a.x + b.x) / 2), y: Math.floor((a.y + b.y) / 2) };
}

/** A point of an edge with whole coordinates, other than its ends where there is one. */
function onEdge({ parts, random }: Sources): Point {
  const { a, b } = anyEdge(parts, random);
  const steps = greatestCommonDivisor(Math.abs(b.x - a.x), Math.abs(b.y - a.y));
  if (steps === 0) return a;
  const step = random(0, steps);
  return { x: a.x + ((b.x - a.x) / steps) * step, y: a.y + ((b.y - a.y) / steps) * step };
}

function onCellCorner({ leaves, random }: Sources): Point {
  const { x, y, side } = anyCell(leaves, random);
  return { x: x + random(0, 1) * side, y: y + random(0, 1) * side };
}

function onCellBorder({ leaves, random }: Sources): Point {
  const { x, y, side } = anyCell(leaves, random);
  const along = random(0, side);
  const across = random(0, 1) * side;
  return random(0, 1) === 1 ? { x: x + along, y: y + across } : { x: x + across, y: y + along };
}

function inNearbyCell({ leaves, random }: Sources): Point {
  const { x, y, side } = anyCell(leaves, random);
  return { x: x + random(-side, 2 * side), y: y + random(-side, 2 * side) };
}

function anyEdge(parts: readonly CoveragePart[], random: Random): { a: Point; b: Point } {
  const rings = parts[random(0, parts.length - 1)]?.rings ?? [];
  const ring = rings[random(0, rings.length - 1)] ?? new Int32Array(4);
  const at = 2 * random(0, ring.length / 2 - 2);
  const position = (index: number): Point => ({ x: Number(ring[index]), y: Number(ring[index + 1]) });
  return { a: position(at), b: position(at + 2) };
}

/** The square of a leaf, or of the root when there are no leaves. */
function anyCell(leaves: readonly Leaf[], random: Random): Point & { readonly side: number } {
  const leaf = leaves[random(0, leaves.length - 1)];
  if (leaf === undefined) return ROOT;
  const { x, y } = cornerOf(leaf.key);
  return { x, y, side: 512 * 2 ** (DEEPEST_LEVEL - Number(leaf.body[0])) };
}

/** South-west corner of the smallest cell with this key, found by bisecting the root. */
function cornerOf(key: number): Point {
  let { x, y, side } = ROOT;
  for (let level = 0; level < DEEPEST_LEVEL; level++) {
    side /= 2;
    if (cellKey(x, y + side) <= key) y += side;
    if (cellKey(x + side, y) <= key) x += side;
  }
  return { x, y };
}

function isInServiceBox({ x, y }: Point): boolean {
  return x >= SERVICE_BOX.minX && x <= SERVICE_BOX.maxX && y >= SERVICE_BOX.minY && y <= SERVICE_BOX.maxY;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
