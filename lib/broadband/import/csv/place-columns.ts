import { Refusal, required } from '#lib/refusal.ts';
import { foldColumn, usualNames } from '#lib/row-files/columns.ts';
import { forListing } from '#lib/words/registry/listed.ts';
import type { PlaceField } from './place-fields.ts';
import { isWkt } from './wkt.ts';

/** Where the rows of a table have their places, by column numbers. */
export type PlaceColumns =
  | { readonly kind: 'WKT' | 'WKB' | 'GeoJSON'; readonly column: number }
  | {
      readonly kind: 'circles';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      /** Metres in the unit of the radius. */
      readonly unit: 1 | 1000;
    };

const xNames = [...usualNames.longitude, 'easting', 'east', 'nztme', 'nztmeasting'];
const yNames = [...usualNames.latitude, 'northing', 'north', 'nztmn', 'nztmnorthing'];
const radiusNames = ['radius', 'range', 'reach', 'coverageradius', 'coveragerange'];
const radiusIn = (units: readonly string[]) => radiusNames.flatMap((name) => units.map((unit) => `${name}${unit}`));
const metreNames = radiusIn(['m', 'metres', 'meters']);
const kilometreNames = radiusIn(['km', 'kms', 'kilometres', 'kilometers']);

const geometryForms: readonly (readonly [kind: 'WKT' | 'WKB' | 'GeoJSON', is: (text: string) => boolean])[] = [
  ['WKT', isWkt],
  ['WKB', isHexWkb],
  ['GeoJSON', (text) => /^\s*\{\s*"/.test(text) && text.includes('"type"')],
];

/**
 * Which columns say where the rows are: those that were chosen, or else those that seem to, by the content of the
 * first rows and by their names.
 *
 * @param names the columns of the table
 * @param sample its first rows
 * @throws Refusal if none do, or if a radius has no unit
 */
export function requirePlaceColumns(
  names: readonly string[],
  sample: readonly (readonly string[])[],
  chosen: ReadonlyMap<PlaceField, string>,
): PlaceColumns {
  const numberOf = (field: PlaceField): number | undefined => {
    const column = chosen.get(field);
    if (column === undefined) return undefined;
    const number = names.indexOf(column);
    if (number === -1) throw new Refusal({ code: 'column-not-found', column, field, columns: forListing(names) });
    return number;
  };
  const wkt = numberOf('wkt');
  if (wkt !== undefined) return { kind: 'WKT', column: wkt };
  const geojson = numberOf('geojson');
  if (geojson !== undefined) return { kind: 'GeoJSON', column: geojson };
  if (chosen.size === 0) {
    const findColumn = (isGeometry: (text: string) => boolean) =>
      names.findIndex((_, column) => sample.some((values) => isGeometry(values[column] ?? '')));
    for (const [kind, isGeometry] of geometryForms) {
      const column = findColumn(isGeometry);
      if (column !== -1) return { kind, column };
    }
  }
  return circleColumns(names, numberOf);
}

function circleColumns(names: readonly string[], numberOf: (field: PlaceField) => number | undefined): PlaceColumns {
  const folded = names.map(foldColumn);
  const named = (wanted: readonly string[]) =>
    wanted.map((name) => folded.indexOf(name)).find((number) => number !== -1);
  const x = numberOf('longitude') ?? numberOf('easting') ?? named(xNames);
  const y = numberOf('latitude') ?? numberOf('northing') ?? named(yNames);
  if (x === undefined || y === undefined) throw new Refusal({ code: 'no-place-columns', columns: forListing(names) });
  const kilometres = numberOf('radius_km');
  const metres = kilometres === undefined ? (numberOf('radius_m') ?? named(metreNames)) : undefined;
  if (metres !== undefined) return { kind: 'circles', x, y, radius: metres, unit: 1 };
  const radius = kilometres ?? named(kilometreNames);
  if (radius !== undefined) return { kind: 'circles', x, y, radius, unit: 1000 };
  const withoutUnit = required(named(radiusNames), { code: 'no-radius-column', columns: forListing(names) });
  throw new Refusal({ code: 'radius-unit-unknown', column: names[withoutUnit] ?? '' });
}

// PostGIS writes the bytes in hexadecimal, PostgreSQL's bytea has \x before them, other programs 0x
const hexadecimal = /^\s*(?:\\x|0x)?((?:00|01)(?:[0-9a-f]{2}){4,})\s*$/i;

/** Whether a text looks like a geometry in well-known binary, written in hexadecimal. */
export function isHexWkb(text: string): boolean {
  return getWkbBytes(text) !== undefined;
}

/** The bytes of a geometry that is written in hexadecimal; undefined for any other text. */
export function getWkbBytes(text: string): Buffer | undefined {
  const [, digits] = hexadecimal.exec(text) ?? [];
  return digits === undefined ? undefined : Buffer.from(digits, 'hex');
}
