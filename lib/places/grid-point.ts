import { Projector } from '#lib/broadband/import/projection/projector.ts';
import { references } from '#lib/broadband/import/projection/reference.ts';
import { type MapPoint, roundPoint } from '#lib/map/degrees.ts';

/** Metres, with commas or spaces between thousands, and the letter of the axis before or after. */
const metres = String.raw`([NEXY])?\s*[:=]?\s*(\d{1,2}(?:[,\s]?\d{3}){2}(?:\.\d+)?)\s*M?\s*([NEXY])?`;
const pair = new RegExp(
  String.raw`^(?:NZTM(?:2000)?|EPSG:2193)?[\s:([]*${metres}[\s,;/]+${metres}[\s)\]]*(?:NZTM(?:2000)?)?$`,
);

/** A sheet of LINZ's Topo50 maps and a reference of six figures: `BQ31 488 279`; of eight or ten figures too. */
const reference =
  /^(?:(?:GRID|MAP|REF(?:ERENCE)?|LINZ|NZ|TOPO\s?50)\b[\s:.]*)*([A-C][A-Z])\s*(\d{2})[\s:,-]*(\d{3,5})[\s,-]*(\d{3,5})$/;
/** The rows of the sheets from the north, without I and O. */
const rowLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Of the sheets, in metres: the corner of row A A and column 00 if there were one, and their size (LINZ, Topo50). */
const sheets = {
  west: 988_000,
  north: 6_234_000,
  firstRow: rowLetters.indexOf('S'),
  width: 24_000,
  height: 36_000,
} as const;

/** The point of a reference to a Topo50 map, the middle of the square that it names; undefined for any other text. */
export function parseMapReference(text: string): MapPoint | undefined {
  const [, row = '', column = '', east = '', north = ''] = reference.exec(text.trim().toUpperCase()) ?? [];
  const at =
    rowLetters.indexOf(row.charAt(0)) * rowLetters.length + rowLetters.indexOf(row.charAt(1)) - sheets.firstRow;
  if (row === '' || rowLetters.indexOf(row.charAt(1)) === -1 || at < 0 || east.length !== north.length)
    return undefined;
  const west = sheets.west + Number(column) * sheets.width;
  const south = sheets.north - (at + 1) * sheets.height;
  // a reference repeats every 100 km, and a sheet is smaller
  const square = 10 ** (5 - east.length);
  const within = (figures: string, from: number, size: number) => {
    const metres = Number(figures) * square + square / 2;
    const whole = Math.ceil((from - metres) / 100_000) * 100_000 + metres;
    return whole < from + size ? whole : undefined;
  };
  const [easting, northing] = [within(east, west, sheets.width), within(north, south, sheets.height)];
  return easting === undefined || northing === undefined ? undefined : pointAt(easting, northing);
}

/**
 * Reads a point in NZTM2000, easting first unless letters or values show otherwise: `1748735 5427916`,
 * `E1748735 N5427916`, `5,427,916 mN 1,748,735 mE`. Undefined for any other text.
 */
export function parseGridPoint(text: string): MapPoint | undefined {
  const plain = text
    .trim()
    .toUpperCase()
    .replace(/\b(?:EASTING|NORTHING)\b/g, (word) => word.charAt(0))
    .replace(/\bM(?=[NE]\b)/g, '');
  const [, before, one = '', between, afterOne, two = '', afterTwo] = pair.exec(plain) ?? [];
  if (one === '') return undefined;
  const [first, second] = [one, two].map((number) => Number(number.replace(/[,\s]/g, '')));
  if (first === undefined || second === undefined) return undefined;
  const letter = before ?? between;
  const other = afterOne ?? afterTwo;
  const isNorthFirst =
    letter === undefined && other === undefined
      ? first > second
      : /[NY]/.test(letter ?? '') || /[EX]/.test(other ?? '');
  return pointAt(isNorthFirst ? second : first, isNorthFirst ? first : second);
}

/** Where New Zealand and the Chatham Islands are in NZTM2000, in metres. */
const land = { west: 1_000_000, east: 2_600_000, south: 4_700_000, north: 6_250_000 } as const;

function pointAt(easting: number, northing: number): MapPoint | undefined {
  if (easting < land.west || easting > land.east || northing < land.south || northing > land.north) return undefined;
  const projector = new Projector(references[2193]);
  if (!projector.project(easting, northing)) return undefined;
  return roundPoint({ latitude: projector.latitude, longitude: projector.longitude }, 7);
}
