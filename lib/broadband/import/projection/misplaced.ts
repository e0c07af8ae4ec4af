import type { Misplacement } from '#lib/words/coverage/reference.ts';
import type { Placement } from './georeference.ts';
import { type Candidate, candidatesOf, type Extent } from './location.ts';

/** What was found about the positions of a file. */
export interface FoundPositions {
  readonly placement: Placement;
  readonly extent: Extent;
  readonly positions: number;
  /** Those that do not exist in the reference system. */
  readonly stray: number;
  readonly parts: number;
  readonly partsOutside: number;
}

/** Why a file seems to have been read in the wrong reference system, and what its coordinates may be instead. */
export interface MisplacedFile {
  readonly problem: Misplacement;
  readonly candidates: readonly Candidate[];
}

/**
 * Whether positions were read in the wrong reference system: most of them do not exist in it; or nobody chose it, it
 * puts all of them outside New Zealand, and another one would not. Lists the candidates, and never decides.
 */
export function getMisplacement(found: FoundPositions): MisplacedFile | undefined {
  const { placement, extent, positions, stray, parts, partsOutside } = found;
  const { reference, isSwapped, declaredBy, isAsked } = placement;
  const all = candidatesOf(extent);
  const candidates = all.filter(({ code, swap }) => code !== reference.code || swap !== isSwapped);
  const { minX, maxX, minY, maxY } = extent;
  const misplaced = (kind: Misplacement['kind']): MisplacedFile => ({
    problem: {
      kind,
      code: reference.code,
      swapped: isSwapped,
      asked: isAsked,
      declaredBy: declaredBy ?? null,
      range: extent.isEmpty ? null : { minX, maxX, minY, maxY },
    },
    candidates,
  });
  if (stray * 2 > positions) return misplaced('not-in-reference');
  const isPlausible = all.length > candidates.length;
  if (isAsked || isPlausible || parts === 0 || partsOutside < parts || candidates.length === 0) return undefined;
  return misplaced('outside-new-zealand');
}
