import { cellKey } from '#lib/broadband/coverage/cell.ts';
import { offersAt } from '#lib/broadband/coverage/leaf.ts';
import type { Leaf } from '#lib/broadband/coverage/leaves.ts';
import { LeafCursor } from '#lib/broadband/measure/leaf-cursor.ts';
import { notMeasured } from '#lib/broadband/measure/leaf-edges.ts';
import type { Point } from '#lib/broadband/point.ts';
import { anyTechnology, ReachTally } from './measure-reach.ts';
import type { OfferGroup, OfferGroups } from './offer-groups.ts';
import { type Reach, reachOf } from './reach.ts';

interface CountedAddresses {
  /** In the service area: x0, y0, x1, y1, … */
  readonly points: Int32Array;
  /** The indexes of the areas, whose numbers are those of its offers, and of the version, in key order. */
  readonly areas: Iterable<Leaf>;
  readonly version: Iterable<Leaf>;
  readonly groups: OfferGroups;
}

/** How many points are counted before the caller can pause: a few milliseconds' work. */
const pointsPerStep = 500;

/**
 * Counts the addresses of each area by what reaches them, each decided as the look-up decides it. It yields how far it has
 * come, as a share of all, every few milliseconds.
 */
export function* countAddresses({ points, areas, version, groups }: CountedAddresses): Generator<number, ReachTally> {
  const tally = new ReachTally();
  const keys = new Float64Array(points.length / 2);
  for (let place = 0; place < keys.length; place++) {
    keys[place] = cellKey(points[2 * place] as number, points[2 * place + 1] as number);
  }
  const order = Uint32Array.from(keys, (_, place) => place).sort((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0));
  const [ofAreas, ofVersion] = [new LeafCursor(areas), new LeafCursor(version)];
  for (const [counted, place] of order.entries()) {
    if (counted % pointsPerStep === 0) yield counted / keys.length;
    const point = { x: points[2 * place] as number, y: points[2 * place + 1] as number };
    const key = keys[place] as number;
    const found = idsAt(ofAreas, key, point);
    if (found.length === 0) continue;
    const offered = idsAt(ofVersion, key, point)
      .map(groups.numberOf)
      .filter((group) => group !== notMeasured);
    const reached = reachesOf(offered.map((group) => groups.groups[group] as OfferGroup));
    for (const area of found) for (const [technology, reach] of reached) tally.add(area, technology, reach, 1);
  }
  return tally;
}

function idsAt(cursor: LeafCursor, key: number, { x, y }: Point): number[] {
  const leaf = cursor.from(key);
  return leaf === undefined || leaf.key > key ? [] : offersAt(leaf.key, leaf.body, x, y);
}

/** What reaches a place, by technology, and all together. */
function reachesOf(offered: readonly OfferGroup[]): [technology: number, Reach][] {
  const technologies = new Set(offered.map(({ technology }) => technology));
  return [anyTechnology, ...technologies].map((technology) => {
    const meant = offered.filter((group) => technology === anyTechnology || group.technology === technology);
    return [technology, reachOf((rank, step) => meant.some((group) => group.rank === rank && group.step === step))];
  });
}
