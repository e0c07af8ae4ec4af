import type { ReadingValues } from '#app/admin/coverage/import/forms.ts';
import { placeFields } from '#lib/broadband/import/csv/place-fields.ts';
import type { CoverageChoices } from '#lib/broadband/import/mapping/choices.ts';

/** How a file was read, as the values of the form. */
export function readingValues(
  inspection: number,
  { layer, crs, swap, encoding, places }: CoverageChoices,
): ReadingValues {
  return {
    inspection,
    layer: layer ?? '',
    crs: crs === undefined ? '' : String(crs),
    swap,
    encoding: encoding ?? '',
    places: Object.fromEntries(placeFields.map((field) => [field, places[field] ?? ''])),
  };
}
