import type { Projector } from '#lib/broadband/import/projection/projector.ts';
import { nameOf } from '#lib/broadband/import/projection/reference.ts';

/** How many stray positions of a feature are described one by one; the rest are counted. */
const described = 20;

/** Positions that are no place in their reference system: all counted, the first ones described. */
export class StrayPositions {
  count = 0;
  readonly descriptions: string[] = [];

  /** Takes one as the file writes it; `ring` and `position` are counted from 1. */
  add(projector: Projector, first: number, second: number, ring: number, position: number): void {
    this.count++;
    if (this.descriptions.length === described) return;
    this.descriptions.push(`${sentenceFor(projector, first, second)} (ring ${ring}, position ${position})`);
  }
}

function sentenceFor({ reference, isSwapped }: Projector, first: number, second: number): string {
  const [x, y] = isSwapped ? [second, first] : [first, second];
  const { west, east, south, north } = reference.range;
  const isNorthing = !(y >= south && y <= north);
  const value = isNorthing ? y : x;
  const [from, to] = isNorthing ? [south, north] : [west, east];
  if (reference.isDegrees) return `${isNorthing ? 'latitude' : 'longitude'} ${value} is outside ${from} to ${to}`;
  const axis = isNorthing ? 'northing' : 'easting';
  return `${axis} ${value} is outside ${from} to ${to}, where ${nameOf(reference)} can be converted`;
}
