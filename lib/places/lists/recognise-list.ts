import { type PlaceList, placeLists } from '#lib/places/place.ts';
import { listKinds } from './list-kinds.ts';

/** Which list a CSV file contains, by the column names in its first line; undefined for another file. */
export function recogniseList(firstLine: string): PlaceList | undefined {
  const line = firstLine.replace(/^\ufeff/, '');
  return listWithColumns(line.split(',').map((name) => name.trim().replaceAll('"', '')));
}

/** Which list has columns of these names; undefined for other columns. */
export function listWithColumns(names: readonly string[]): PlaceList | undefined {
  const known = new Set(names.map((name) => name.toLowerCase()));
  return placeLists.find((list) => listKinds[list].required.every((name) => known.has(name)));
}
