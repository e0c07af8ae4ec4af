import { addressColumns } from './address-row.ts';
import { gazetteerColumns } from './gazetteer-row.ts';
import type { PlaceList } from './place.ts';

/** Which list a file contains, by the column names in its first line; undefined when it is neither. */
export function recogniseList(firstLine: string): PlaceList | undefined {
  const names = firstLine
    .replace(/^\ufeff/, '')
    .split(',')
    .map((name) => name.trim().replaceAll('"', '').toLowerCase());
  const has = (required: readonly string[]) => required.every((name) => names.includes(name));
  if (has(gazetteerColumns.required)) return 'gazetteer';
  return has(addressColumns.required) ? 'addresses' : undefined;
}
