import { type MapPoint, roundPoint } from './degrees.ts';

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
 * `S41.28 E174.77`, `-41,28; 174,77`, `geo:-41.28,174.77`. Latitude comes first unless letters or values show otherwise.
 * Decimals beyond seven are rounded (N2).
 *
 * @returns undefined for any other text, such as a name
 */
export function parseTypedPoint(text: string): TypedPoint | undefined {
  const plain = text
    .replace(/º/g, '°')
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[−–]/g, '-')
    .replace(/[′’‘]/g, "'")
    .replace(/[″”“]/g, '"')
    .replace(/^\s*GEO:/, '')
    .trim();
  if (plain.length > 80 || !/\d/.test(plain)) return undefined;
  for (const [left, right] of halves(plain)) {
    const first = parseCoordinate(left);
    const second = parseCoordinate(right);
    const read = first === undefined || second === undefined ? undefined : pointOf(first, second);
    if (read !== undefined) return read;
  }
  return undefined;
}

/** The ways to split a text in two, the most certain first: at a semicolon, a comma, white space between equal halves. */
function* halves(text: string): Generator<readonly [string, string]> {
  for (const separator of [';', ',']) {
    for (let at = text.indexOf(separator); at !== -1; at = text.indexOf(separator, at + 1)) {
      yield [text.slice(0, at).trim(), text.slice(at + 1).trim()];
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
