import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Place, PlaceList } from '#lib/places/place.ts';

/** The file of a list, beside the database. A list never uses a number twice. */
export function placeFile(databaseFile: string, list: PlaceList, number: number): string {
  return `${databaseFile}.${list}-${number}`;
}

/** The file into which a list is written before it has a number. */
export function unfinishedFile(databaseFile: string, list: PlaceList): string {
  return `${databaseFile}.${list}-${process.pid}${unfinishedEnding}`;
}

const unfinishedEnding = '.unfinished';
/** No import takes this long, so its process has died. */
const abandonedAfterMs = 24 * 3600 * 1000;

/** Removes all files of `list` except that of `number`: those of replaced lists, and of imports that died. */
export function removeOtherFiles(databaseFile: string, list: PlaceList, number: number | undefined): void {
  const folder = dirname(databaseFile);
  const kept = number === undefined ? undefined : basename(placeFile(databaseFile, list, number));
  const start = `${basename(databaseFile)}.${list}-`;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start) || name === kept) continue;
    const file = join(folder, name);
    const isInUse = name.endsWith(unfinishedEnding) && Date.now() - statSync(file).mtimeMs < abandonedAfterMs;
    if (!isInUse) rmSync(file, { force: true });
  }
}

/** A place that was found; the lower its `id`, the earlier it is offered. */
export interface FoundPlace extends Place {
  readonly id: number;
  /** The searched name, folded: that of the alias, if it has one. */
  readonly folded: string;
  /** Words that find it apart from those of its name, such as a postcode. */
  readonly also: string;
  /** LINZ's `address_id`, which stays the same from one list to the next; undefined for other places and other files. */
  readonly addressId: number | undefined;
}
