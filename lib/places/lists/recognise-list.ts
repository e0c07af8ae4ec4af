import { type PlaceList, placeLists } from '#lib/places/place.ts';
import { findColumn } from '#lib/row-files/columns.ts';
import { csvHeadOf } from '#lib/row-files/csv-head.ts';
import { listKinds } from './list-kinds.ts';

/** Which list a CSV file contains, by its column names; undefined for another file. @param head its first lines */
export function recogniseList(head: string): PlaceList | undefined {
  return listWithColumns(csvHeadOf(head).names);
}

/** Which list has columns of these names; undefined for other columns. */
export function listWithColumns(names: readonly string[]): PlaceList | undefined {
  return placeLists.find((list) => listKinds[list].required.every((name) => findColumn(names, name) !== -1));
}
