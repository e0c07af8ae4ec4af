import type { ExportedPart } from '#lib/broadband/export/exported-version.ts';
import { simpleRings } from '#lib/shapes/simple-rings.ts';
import { clipToWindow } from '#lib/tiles/pieces/cut.ts';
import { orientRings, polygonsOf } from '#lib/tiles/pieces/polygons.ts';
import { type Box, closedRing, eachEdge, emptyBox, extend, openRing, type Ring } from '#lib/tiles/pieces/ring.ts';

/** Cuts polygons of coverage along the border of an area. */
export class AreaCutter {
  readonly #area: readonly Ring[];
  readonly #box: Box;

  /** @param parts of the area, whose rings are closed; inside is even-odd over the rings of a part (N8) */
  constructor(parts: readonly (readonly Int32Array[])[]) {
    const oriented = parts.flatMap(orientedRings);
    this.#area = parts.length === 1 ? oriented : (simpleRings(oriented, 'positive', true) ?? oriented);
    this.#box = boxOf(this.#area);
  }

  /**
   * What of some polygons lies in the area: those that lie in it as they are, and of others valid polygons, whose borders
   * are moved by at most two units where they are cut.
   */
  *cut(parts: Iterable<ExportedPart>): Generator<ExportedPart, void> {
    for (const { offer, rings } of parts) {
      for (const cut of this.#cutPolygon(rings)) yield { offer, rings: cut };
    }
  }

  #cutPolygon(rings: readonly Int32Array[]): readonly (readonly Int32Array[])[] {
    const box = boxOf(rings);
    if (!overlap(box, this.#box)) return [];
    // the border elsewhere does not matter, and has many more vertices
    const near = clipToWindow(this.#area, box);
    if (near.length === 0) return [];
    if (isWholeBox(near, box)) return [rings];
    const shared = simpleRings([...near, ...orientedRings(rings)], 'shared', true);
    // borders that cross too often to be taken apart: more than was asked for, rather than less
    if (shared === undefined) return [rings];
    return polygonsOf(shared).map(({ outer, holes }) => [outer, ...holes].map(closedRing));
  }
}

/** The rings of a part, open, around covered ground with a positive area and around holes with a negative one. */
function orientedRings(rings: readonly Int32Array[]): readonly Ring[] {
  return simpleRings(rings, 'odd') ?? orientRings(rings.map(openRing));
}

function boxOf(rings: readonly Int32Array[]): Box {
  return rings.reduce((box, ring) => extend(box, ring), emptyBox());
}

function overlap(one: Box, other: Box): boolean {
  return one.minX < other.maxX && other.minX < one.maxX && one.minY < other.maxY && other.minY < one.maxY;
}

/** Whether what is left of an area within a box is the box: a ring that runs along its sides alone. */
function isWholeBox([ring, ...others]: readonly Ring[], { minX, minY, maxX, maxY }: Box): boolean {
  if (ring === undefined || others.length > 0) return false;
  let isOnSides = true;
  eachEdge(ring, (ax, ay, bx, by) => {
    const isOnSide = (ax === bx && (ax === minX || ax === maxX)) || (ay === by && (ay === minY || ay === maxY));
    isOnSides &&= isOnSide;
  });
  return isOnSides;
}
