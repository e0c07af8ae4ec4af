import { type BodyRefusal, mediaTypeOf, readBodyText, refuseBody } from '#lib/http/body-text.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { parseJsonInPieces } from '#lib/json/parse-in-pieces.ts';
import type { NextPiece } from '#lib/pieces.ts';
import { findColumn } from '#lib/row-files/columns.ts';
import { type CsvHead, csvHeadOf, csvValuesOf } from '#lib/row-files/csv-head.ts';
import type { ApiReason } from '#lib/words/api.ts';

/** The two texts of a point, as its answer repeats them. */
export interface PointTexts {
  readonly y: string;
  readonly x: string;
}

/** The points of a bulk request, in the order of their answers. */
export interface AskedPoints {
  readonly count: number;
  /** The texts of the point at a place, counted from 0; the reason if it is not a pair. */
  textsOf(place: number): PointTexts | ApiReason;
}

/**
 * Reads the points of a bulk request: JSON `{"points":[[lat,lng],…]}` or CSV `lat,lng`, up to 10,000 points and 1 MiB.
 * Only a body that cannot be read as a list of points is refused here; a faulty point is reported later, in its place.
 *
 * @param readBody called once
 * @param nextPiece a long body is read in pieces
 */
export async function readAskedPoints(
  request: ApiRequest,
  readBody: Exchange['readBody'],
  nextPiece: NextPiece,
): Promise<{ readonly ok: true; readonly points: AskedPoints } | BodyRefusal> {
  const type = mediaTypeOf(request);
  const isCsv = type === 'text/csv';
  const read = await readBodyText(readBody, isCsv || type === 'application/json', 'application/json or text/csv');
  if (!read.ok) return read;
  const points = isCsv ? pointsOfCsv(read.text) : await pointsOfJson(read.text, nextPiece);
  return 'code' in points ? refuseBody(400, points) : { ok: true, points };
}

const tooMany = (count: number | 'more') => ({ code: 'too-many-points', count, most: mostPlaces }) as const;
const none = { code: 'no-points' } as const;

async function pointsOfJson(text: string, nextPiece: NextPiece): Promise<AskedPoints | ApiReason> {
  let value: unknown;
  try {
    value = await parseJsonInPieces(text, nextPiece);
  } catch {
    return { code: 'body-not-json', shape: 'points' };
  }
  const points = typeof value === 'object' && value !== null && 'points' in value ? value.points : undefined;
  return pointsOfList(points);
}

/** The points of a list `[[lat,lng],…]`. */
export function pointsOfList(points: unknown): AskedPoints | ApiReason {
  if (!Array.isArray(points)) return { code: 'points-not-a-list' };
  if (points.length === 0) return none;
  if (points.length > mostPlaces) return tooMany(points.length);
  return { count: points.length, textsOf: (place) => textsOfPair(points[place]) };
}

function textsOfPair(pair: unknown): PointTexts | ApiReason {
  const noPair = { code: 'not-a-pair' } as const;
  if (!Array.isArray(pair) || pair.length !== 2) return noPair;
  const y = coordinateText(pair[0]);
  const x = coordinateText(pair[1]);
  return y === undefined || x === undefined ? noPair : { y, x };
}

function coordinateText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' && Number.isFinite(value) ? decimalText(value) : undefined;
}

/**
 * Lines of `lat,lng`, or in the order and with the separator that a first line of column names says; white space around a
 * value, quotation marks and empty lines at the end are ignored.
 */
export function pointsOfCsv(text: string): AskedPoints | ApiReason {
  const { delimiter, isDeclared, names } = headOfBody(text);
  const [latitude, longitude] = [findColumn(names, 'latitude'), findColumn(names, 'longitude')];
  const isNamed = latitude !== -1 && longitude !== -1;
  const rows = rowsBelow(text, (isDeclared ? 1 : 0) + (isNamed ? 1 : 0));
  const count = rows.length;
  if (count === 0) return none;
  if (count > mostPlaces) return tooMany('more');
  const columns = isNamed ? { latitude, longitude, count: names.length } : { latitude: 0, longitude: 1, count: 2 };
  return {
    count,
    textsOf: (place) => {
      const values = csvValuesOf(rows[place] ?? '', delimiter);
      const [y, x] = [values[columns.latitude], values[columns.longitude]];
      return values.length !== columns.count || y === undefined || x === undefined
        ? { code: 'not-a-line-of-two' }
        : { y, x };
    },
  };
}

/** A number in its shortest decimal form, like `String` but without an exponent: 1e-7 is `0.0000001`. */
export function decimalText(value: number): string {
  const text = String(value);
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign, whole = '', fraction = '', exponent] = match;
  const digits = whole + fraction;
  const place = 1 + Number(exponent);
  if (place <= 0) return `${sign}0.${'0'.repeat(-place)}${digits}`;
  return sign + digits.padEnd(place, '0');
}

/** The most points or addresses of one request. */
export const mostPlaces = 10_000;

/** In characters. No line of column names is longer. */
const longestHead = 10_000;

/** How the columns of a bulk request in CSV are separated, and what its first line would call them. */
export function headOfBody(text: string): CsvHead {
  return csvHeadOf(text.slice(0, longestHead));
}

/**
 * The lines of a bulk request in CSV, without its head and empty lines at the end; of one that is too long at least one
 * more than may be asked.
 *
 * @param headLines how many lines the head has; empty lines before and between them do not count
 */
export function rowsBelow(text: string, headLines: number): string[] {
  const whole = text.trimEnd();
  const endOfLine = (from: number) => {
    const end = whole.indexOf('\n', from);
    return end === -1 ? whole.length : end;
  };
  let from = 0;
  for (let left = headLines; left > 0 && from < whole.length; ) {
    const end = endOfLine(from);
    if (whole.slice(from, end).trim() !== '') left--;
    from = end + 1;
  }
  const rows: string[] = [];
  while (from < whole.length && rows.length <= mostPlaces) {
    const end = endOfLine(from);
    rows.push(whole.slice(from, end));
    from = end + 1;
  }
  return rows;
}
