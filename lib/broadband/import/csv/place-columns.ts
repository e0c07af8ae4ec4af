import { Refusal } from '#lib/refusal.ts';
import { isWkt } from './wkt.ts';

/** What a table's column says of a row's place, as `--map` names it. */
export const placeFields = [
  ...(['wkt', 'geojson', 'longitude', 'latitude', 'easting', 'northing', 'radius_m', 'radius_km'] as const),
];
export type PlaceField = (typeof placeFields)[number];

/** Where a table's rows say their places, by the columns' numbers. */
export type PlaceColumns =
  | { readonly kind: 'WKT' | 'GeoJSON'; readonly column: number }
  | {
      readonly kind: 'circles';
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      /** Metres of the radius's unit. */
      readonly unit: 1 | 1000;
    };

const xNames = ['longitude', 'lon', 'long', 'lng', 'x', 'easting', 'east', 'nztme', 'nztmeasting', 'xcoord', 'pointx'];
const yNames = ['latitude', 'lat', 'y', 'northing', 'north', 'nztmn', 'nztmnorthing', 'ycoord', 'pointy'];
const radiusNames = ['radius', 'range', 'reach', 'coverageradius', 'coveragerange'];
const metreNames = radiusNames.flatMap((name) => [`${name}m`, `${name}metres`, `${name}meters`]);
const kilometreNames = radiusNames.flatMap((name) => [
  `${name}km`,
  `${name}kms`,
  `${name}kilometres`,
  `${name}kilometers`,
]);

/**
 * Which columns say where: as somebody chose, or else by what the first row holds and how columns are named.
 *
 * @param names the columns of the table
 * @param first its first row
 * @throws Refusal when none do, or a radius does not say its unit
 */
export function requirePlaceColumns(
  names: readonly string[],
  first: readonly string[],
  chosen: ReadonlyMap<PlaceField, string>,
): PlaceColumns {
  const numberOf = (field: PlaceField): number | undefined => {
    const name = chosen.get(field);
    if (name === undefined) return undefined;
    const number = names.indexOf(name);
    if (number === -1)
      throw new Refusal(`The table has no column ${JSON.stringify(name)} to read ${field} from. ${columnsOf(names)}`);
    return number;
  };
  const wkt = numberOf('wkt');
  if (wkt !== undefined) return { kind: 'WKT', column: wkt };
  const geojson = numberOf('geojson');
  if (geojson !== undefined) return { kind: 'GeoJSON', column: geojson };
  if (chosen.size === 0) {
    const column = first.findIndex((value) => isWkt(value));
    if (column !== -1) return { kind: 'WKT', column };
    const json = first.findIndex((value) => /^\s*\{\s*"/.test(value) && value.includes('"type"'));
    if (json !== -1) return { kind: 'GeoJSON', column: json };
  }
  return circleColumns(names, numberOf);
}

function circleColumns(names: readonly string[], numberOf: (field: PlaceField) => number | undefined): PlaceColumns {
  const folded = names.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const named = (wanted: readonly string[]) => {
    const found = wanted.map((name) => folded.indexOf(name)).find((number) => number !== -1);
    return found;
  };
  const x = numberOf('longitude') ?? numberOf('easting') ?? named(xNames);
  const y = numberOf('latitude') ?? numberOf('northing') ?? named(yNames);
  if (x === undefined || y === undefined) {
    throw new Refusal(
      `The file was read as a table (CSV), but no column says where its rows are: neither areas (WKT or GeoJSON) nor longitude and latitude. ${columnsOf(names)} Say which it is, as in --map wkt=COLUMN.`,
    );
  }
  const kilometres = numberOf('radius_km');
  const metres = kilometres === undefined ? (numberOf('radius_m') ?? named(metreNames)) : undefined;
  if (metres !== undefined) return { kind: 'circles', x, y, radius: metres, unit: 1 };
  const radius = kilometres ?? named(kilometreNames);
  if (radius !== undefined) return { kind: 'circles', x, y, radius, unit: 1000 };
  const plain = named(radiusNames);
  if (plain !== undefined) {
    const name = JSON.stringify(names[plain]);
    throw new Refusal(
      `The column ${name} does not say whether it is in metres or kilometres: give --map radius_m=${name} or --map radius_km=${name}.`,
    );
  }
  throw new Refusal(
    `The table has points, but no column says how far they reach. ${columnsOf(names)} Say which it is, as in --map radius_m=COLUMN.`,
  );
}

function columnsOf(names: readonly string[]): string {
  const listed = names.slice(0, 20).map((name) => JSON.stringify(name));
  return `Its columns are ${listed.join(', ')}${names.length > listed.length ? ', …' : ''}.`;
}
