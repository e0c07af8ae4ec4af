import { type FieldName, fieldNames } from '#lib/broadband/import/offers/offer-fields.ts';

/** The longest column name in a Shapefile. */
const longest = 10;

/**
 * The names that GDAL gives to the columns of all fields when it writes a Shapefile: cut to ten letters and, if several
 * become the same, numbered in the order of the fields (`bandwidth_`, `bandwidt_1`, `bandwidt_2`, …).
 */
export const shortNames: ReadonlyMap<FieldName, string> = makeShortNames();

function makeShortNames(): Map<FieldName, string> {
  const given = new Map<FieldName, string>();
  for (const field of fieldNames) {
    let name = field.slice(0, longest);
    for (let number = 1; [...given.values()].includes(name); number++) {
      name = `${field.slice(0, longest - 2)}_${number}`;
    }
    given.set(field, name);
  }
  return given;
}
