import { serviceArea } from '#lib/broadband/point.ts';
import { type MapPoint, roundPoint } from './degrees.ts';
import { isNamedGeoUri, parseMapLink } from './map-link.ts';

/** A typed point. */
export interface TypedPoint {
  readonly point: MapPoint;
  /** Whether longitude was typed first, which the page points out. */
  readonly isSwapped: boolean;
}

/** A coordinate, typed as signed degrees, with minutes and seconds, or with the letter of a direction. */
interface Coordinate {
  readonly degrees: number;
  readonly side: 'N' | 'S' | 'E' | 'W' | undefined;
}

const number = String.raw`(\d+(?:[.,]\d+)?)`;
const coordinate = new RegExp(
  String.raw`^([NSEW])?\s*([-+])?\s*${number}\s*°?\s*(?:${number}\s*'?\s*(?:${number}\s*(?:"|'')?)?)?\s*([NSEW])?$`,
);

/**
 * Parses a pair of coordinates in any common form: `-41.28, 174.77`, `41°17'S 174°46'E`, `41 17 12 S 174 46 30 E`,
 * `S41.28 E174.77`, `-41,28; 174,77`, `-41.28/174.77`, `(lat: -41.28, long: 174.77)`, `41.28 south 174.77 east`, `41d17m12s S …`, a `geo:`
 * URI, WKT's `POINT(174.77 -41.28)`, or the link of a map. Latitude comes first unless letters, words or values show
 * otherwise. Decimals beyond seven are rounded (N2).
 *
 * @returns undefined for any other text, such as a name
 */
export function parseTypedPoint(text: string): TypedPoint | undefined {
  const linked = parseMapLink(text);
  if (linked !== undefined) return { point: linked, isSwapped: false };
  if (isNamedGeoUri(text)) return undefined;
  const plain = plainFormOf(text);
  if (plain.length > 80 || !/\d/.test(plain)) return undefined;
  for (const [left, right] of halves(plain)) {
    const first = parseCoordinate(left);
    const second = parseCoordinate(right);
    const read = first === undefined || second === undefined ? undefined : pointOf(first, second);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** The point with the minus that its latitude lacks: undefined unless only that is in the area of the service. */
export function southOf({ latitude, longitude }: MapPoint): MapPoint | undefined {
  const { south, north, west, east } = serviceArea;
  const isServed = -latitude >= south && -latitude <= north && longitude >= west && longitude <= east;
  return latitude > 0 && isServed ? { latitude: -latitude, longitude } : undefined;
}

/** What people write around the numbers, and what the coordinate has instead. */
const words: readonly (readonly [RegExp, string])[] = [
  [/^(?:(?:GPS|CO-?ORDINATES?|CO-?ORDS?|LOCATION|POSITION)[\s:=]+)+/, ''],
  [/(?<!\d)["']?\b(?:LATITUDE|LAT|LONGITUDE|LONG|LNG|LON)\b["']?\s*[:=]?/g, ' '],
  [/\b([NSEW])(?:ORTH|OUTH|AST|EST)\b/g, '$1'],
  [/(\d)\s*(?:DEGREES?|DEG|D)(?![A-Z])/g, '$1°'],
  [/(\d)\s*(?:MINUTES?|MIN|M)(?![A-Z])/g, "$1'"],
  [/(\d)\s*(?:SECONDS?|SEC)(?![A-Z])/g, '$1"'],
  // `41d17m12s S`: the first is that of seconds
  [/('\s*\d+(?:[.,]\d+)?)\s*S(?=\s*[NSEW])/g, '$1"'],
  [/(?<=\d):(?=\d)/g, ' '],
];

/** Capital letters, plain signs, no brackets and no words but the letters of directions. */
function plainFormOf(text: string): string {
  const signs = text
    .slice(0, 400)
    .replace(/º/g, '°')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[−‐–—]/g, '-')
    .replace(/[′’‘]/g, "'")
    .replace(/[″”“]/g, '"')
    .replace(/^\s*GEO:([^;?]*).*$/s, '$1')
    .replace(/^\s*(?:SRID=\d+;)?\s*POINT\s*\(\s*(\S+)\s+(\S+?)\s*\)\s*$/, '$2, $1')
    .replace(/^[\s([{<"]+|[\s)\]}>".,;]+$/g, (edge) => (/\d/.test(edge) ? edge : edge.replace(/[^"]/g, '')));
  const worded = words.reduce((plain, [pattern, plainer]) => plain.replace(pattern, plainer), signs);
  return worded.replace(/\s+/g, ' ').trim();
}

/** The ways to split a text in two, the most certain first: at a semicolon, a comma, a slash, white space between equal halves. */
function* halves(text: string): Generator<readonly [string, string]> {
  for (const separator of [';', ',', '/']) {
    for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
      const [left, right] = [text.slice(0, at).trim(), text.slice(at + 1).trim()];
      // `12/45` is the beginning of an address
      if (separator !== '/' || (/[.,°]/.test(left) && /[.,°]/.test(right))) yield [left, right];
    }
  }
  for (const gap of text.matchAll(/\s+|(?<=[NSEW])(?=\d)|(?<=\d["'°]?)(?=[NSEW]\d)/g)) {
    const left = text.slice(0, gap.index);
    const right = text.slice(gap.index + gap[0].length);
    if (numbersIn(left) === numbersIn(right)) yield [left, right];
  }
}

function numbersIn(text: string): number {
  return text.match(/\d+(?:[.,]\d+)?/g)?.length ?? 0;
}

function parseCoordinate(text: string): Coordinate | undefined {
  const found = coordinate.exec(text);
  if (found === null) return undefined;
  const [, before, sign, degreesText = '', minutesText, secondsText, after] = found;
  const parts = [degreesText, minutesText, secondsText].filter((part) => part !== undefined);
  const [degrees = Number.NaN, minutes = 0, seconds = 0] = parts.map((part) => Number(part.replace(',', '.')));
  const isBroken = parts.slice(0, -1).some((part) => /[.,]/.test(part));
  if (isBroken || minutes >= 60 || seconds >= 60) return undefined;
  if (before !== undefined && after !== undefined) return undefined;
  const side = (before ?? after) as Coordinate['side'];
  if (side !== undefined && sign === '-') return undefined;
  const size = degrees + minutes / 60 + seconds / 3600;
  return { degrees: sign === '-' || side === 'S' || side === 'W' ? -size : size, side };
}

function pointOf(first: Coordinate, second: Coordinate): TypedPoint | undefined {
  const isSwapped = isEastWest(first) || isNorthSouth(second) || Math.abs(first.degrees) > 90;
  const [latitude, longitude] = isSwapped ? [second, first] : [first, second];
  if (isEastWest(latitude) || isNorthSouth(longitude)) return undefined;
  if (Math.abs(latitude.degrees) > 90 || Math.abs(longitude.degrees) > 360) return undefined;
  return { point: roundPoint({ latitude: latitude.degrees, longitude: longitude.degrees }, 7), isSwapped };
}

function isNorthSouth({ side }: Coordinate): boolean {
  return side === 'N' || side === 'S';
}

function isEastWest({ side }: Coordinate): boolean {
  return side === 'E' || side === 'W';
}
