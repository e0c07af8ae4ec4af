import { Refusal } from '#lib/refusal.ts';
import { type Candidate, candidatesOf, describeCandidate } from './candidates.ts';
import type { Extent } from './extent.ts';
import type { Placement } from './georeference.ts';
import { nameOf } from './reference.ts';

/** What was found of a file's positions. */
export interface FoundPositions {
  readonly placement: Placement;
  readonly extent: Extent;
  readonly positions: number;
  /** Those that are no place in the reference. */
  readonly stray: number;
  readonly parts: number;
  readonly partsOutside: number;
}

/** What is wrong with a file's positions as a whole, and what they may be instead. */
export interface Misplacement {
  readonly problem: string;
  readonly candidates: readonly Candidate[];
}

/**
 * Whether positions are read by the wrong reference system: most of them are no places in it, or it was not asked for,
 * puts all of them outside New Zealand, and another would not. Names what they may be, and never decides.
 */
export function getMisplacement(found: FoundPositions): Misplacement | undefined {
  const { placement, extent, positions, stray, parts, partsOutside } = found;
  const { reference, isSwapped, by, isAsked } = placement;
  const candidates = candidatesOf(extent).filter(({ code, swap }) => code !== reference.code || swap !== isSwapped);
  const range = `they go from ${shown(extent.minX)} to ${shown(extent.maxX)} and ${shown(extent.minY)} to ${shown(extent.maxY)}`;
  const said = isAsked ? 'as was asked for' : `as ${by} says`;
  if (stray * 2 > positions) {
    const areMetres = Math.max(Math.abs(extent.maxX), Math.abs(extent.minX), Math.abs(extent.maxY)) > 360;
    const undeclared = by === undefined && !isAsked;
    const problem = undeclared
      ? `The coordinates are no longitude and latitude: ${range}${areMetres ? ', as metres of a map projection do, and the file does not say of which' : ''}.`
      : `The coordinates are not those of ${nameOf(reference)}, ${said}: ${range}.`;
    return { problem, candidates };
  }
  const isKnown = candidatesOf(extent).length > candidates.length;
  if (isAsked || isKnown || parts === 0 || partsOutside < parts || candidates.length === 0) return undefined;
  const read = by === undefined ? nameOf(reference) : `${nameOf(reference)}, ${said}`;
  return { problem: `Read by ${read}, no area would lie in New Zealand: ${range}.`, candidates };
}

/** @throws Refusal that names the problem, the likely reference systems, and where each would put the data */
export function refuseMisplaced(found: FoundPositions): void {
  const misplacement = getMisplacement(found);
  if (misplacement === undefined) return;
  const { problem, candidates } = misplacement;
  const ways = candidates.map(describeCandidate);
  const advice =
    ways.length === 0
      ? 'No reference system that is read would put them in New Zealand: ask whoever made the file which it is.'
      : `Say which they are: ${ways.join('; ')}.`;
  throw new Refusal(`${problem} ${advice}`);
}

function shown(value: number): string {
  return String(Number(value.toPrecision(10)));
}
