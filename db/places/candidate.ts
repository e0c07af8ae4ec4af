import { foldPlaceName } from '#lib/places/fold.ts';
import { kilometresBetween } from '#lib/places/kilometres.ts';
import type { PlaceList } from '#lib/places/place.ts';
import type { FoundPlace } from './place-file.ts';

/** A place that a typed text may mean. The lower its `tier`, the likelier it is meant; within one, lists keep their order. */
export interface Candidate {
  readonly list: PlaceList | 'streets';
  readonly place: FoundPlace;
  readonly tier: number;
}

/** The tier of a name that begins with the typed text; below it are those that are the typed text. */
export const tierBegun = 1;
/** The tier of a street of which the whole own name was typed: a place of that name comes first. */
export const tierStreet = 0.9;
/** What the tier of a place outside the service area is more than that of the same place inside. */
export const tierOutside = 10;
/** The tier of a text that had to be corrected; each edit adds one. */
export const tierCorrected = 20;

/** In characters. Shorter names have too many others one letter away. */
export const leastCorrected = 5;

/** Places of one name that are closer than this, in two lists, are one place. */
const samePlaceKilometres = 5;

/** Whether a place is a town: most people live there, so it is meant before other places of like names. */
export function isTown({ detail }: FoundPlace): boolean {
  return /^Town\b(?! \(former)/.test(detail);
}

/** Whether people live in a place: a town, a suburb or a locality. */
export function isInhabited({ detail }: FoundPlace): boolean {
  return /^(?:Town|Suburb|Locality)\b(?! \(former)/.test(detail);
}

/** The likeliest first. Sorting is stable: in a tier the lists keep their order, and each its places by their ids. */
export function inOrder(candidates: readonly Candidate[]): Candidate[] {
  return [...candidates].sort((a, b) => a.tier - b.tier || (a.list === b.list ? a.place.id - b.place.id : 0));
}

/** The likeliest `most` candidates, each place once: an equal one of another list adds nothing. */
export function best(candidates: readonly Candidate[], most: number): FoundPlace[] {
  const kept: Candidate[] = [];
  for (const candidate of inOrder(candidates)) {
    if (kept.length === most) break;
    if (!kept.some((other) => isSamePlace(candidate, other))) kept.push(candidate);
  }
  return kept.map(({ place }) => place);
}

function isSamePlace(one: Candidate, other: Candidate): boolean {
  if (one.list === other.list && one.place.id === other.place.id) return true;
  const apart = kilometresBetween(one.place, other.place);
  if (one.list === other.list ? apart > 0 || one.place.detail !== other.place.detail : apart > samePlaceKilometres)
    return false;
  return foldPlaceName(one.place.name) === foldPlaceName(other.place.name);
}
