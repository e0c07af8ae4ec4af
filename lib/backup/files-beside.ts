import { placeLists } from '#lib/places/place.ts';

/** What is done with a file beside the database: `kept` is in every archive; a restore moves it aside, as it does `moved`. */
export type BesideKind = 'kept' | 'moved' | 'cache';

const numberedKinds = [...placeLists, 'base-map'];

/**
 * How the names of kept files continue that of the database, as a regular expression: the key of second factors and
 * sessions, the key of demonstration data, and by number the lists of places and the street map.
 */
export const keptEnding = String.raw`\.(?:secret|demonstration-key|(?:${numberedKinds.join('|')})-\d+)`;

/**
 * The files beside the database by how their names continue its own. All others (uploads, unfinished and scratch files,
 * what people copied) are in no archive, and a restore leaves them alone.
 */
const kinds: readonly (readonly [BesideKind, RegExp])[] = [
  ['kept', new RegExp(`^${keptEnding}$`)],
  // the log of the database, marks about it, and the last change that it had
  ['moved', /^(?:|-wal|-shm|-journal|-overwritten|\.last-change)$/],
  // tiles are made again; those of another database would be wrong
  ['cache', /^-tiles$/],
];

/** @param suffix how the name continues that of the database, such as `.secret`; empty for the database itself */
export function besideKind(suffix: string): BesideKind | undefined {
  return kinds.find(([, pattern]) => pattern.test(suffix))?.[0];
}
