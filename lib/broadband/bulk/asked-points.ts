import type { ApiRequest } from '#lib/http/api-request.ts';
import { type BodyRefusal, mediaTypeOf, readBodyText, refuseBody } from '#lib/http/body-text.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { parseJsonInPieces } from '#lib/json/parse-in-pieces.ts';
import type { NextPiece } from '#lib/pieces.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { decimalText } from './decimal-text.ts';

/** The most points or addresses of one request. */
export const mostPlaces = 10_000;

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

/** Lines of `lat,lng`, with or without a header; white space around a value and empty lines at the end are ignored. */
export function pointsOfCsv(text: string): AskedPoints | ApiReason {
  const lines = linesOf(text);
  const first = /^\s*lat(?:itude)?\s*,\s*(?:lng|lon|longitude)\s*$/i.test(lines[0] ?? '') ? 1 : 0;
  const count = lines.length - first;
  if (count === 0) return none;
  if (count > mostPlaces) return tooMany('more');
  return { count, textsOf: (place) => textsOfLine(lines[place + first] ?? '') };
}

/** The lines of a text without empty ones at its end; of a text that is too long at least one more than may be asked. */
export function linesOf(text: string): string[] {
  const whole = text.trimEnd();
  const lines: string[] = [];
  for (let from = 0; from < whole.length && lines.length <= mostPlaces + 1; ) {
    const end = whole.indexOf('\n', from);
    lines.push(whole.slice(from, end === -1 ? whole.length : end));
    from = end === -1 ? whole.length : end + 1;
  }
  return lines;
}

function textsOfLine(line: string): PointTexts | ApiReason {
  const comma = line.indexOf(',');
  if (comma === -1 || line.includes(',', comma + 1)) return { code: 'not-a-line-of-two' };
  return { y: line.slice(0, comma).trim(), x: line.slice(comma + 1).trim() };
}
