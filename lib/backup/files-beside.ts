/** What is done with a file beside the database: `kept` is in every archive; a restore moves it aside, as it does `moved`. */
export type BesideKind = 'kept' | 'moved' | 'cache';

/**
 * The files beside the database by how their names continue its own. All others (uploads, unfinished and scratch files,
 * what people copied) are in no archive, and a restore leaves them alone.
 */
const kinds: readonly (readonly [BesideKind, RegExp])[] = [
  // the key of second factors and sessions, places for the map's search, the key of demonstration data
  ['kept', /^\.(?:secret|demonstration-key|(?:gazetteer|localities|aliases|addresses)-\d+)$/],
  // the log of the database, marks about it, and the last change that it had
  ['moved', /^(?:|-wal|-shm|-journal|-overwritten|\.last-change)$/],
  // tiles are made again; those of another database would be wrong
  ['cache', /^-tiles$/],
];

/** @param suffix how the name continues that of the database, such as `.secret`; empty for the database itself */
export function besideKind(suffix: string): BesideKind | undefined {
  return kinds.find(([, pattern]) => pattern.test(suffix))?.[0];
}
