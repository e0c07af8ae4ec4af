import type { ApiRequest } from '#lib/http/api-request.ts';
import { type BodyRefusal, mediaTypeOf, readBodyText, refuseBody } from '#lib/http/body-text.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import { decimalText } from './decimal-text.ts';

/** The most points of one request. */
const mostPoints = 10_000;

/** The two texts of a point, as its answer repeats them. */
export interface PointTexts {
  readonly y: string;
  readonly x: string;
}

/** The points of a bulk request, in the order of their answers. */
export interface AskedPoints {
  readonly count: number;
  /** The texts of the point at a place, counted from 0; a sentence when it is not a pair. */
  textsOf(place: number): PointTexts | string;
}

/**
 * Reads the points of a bulk request: JSON `{"points":[[lat,lng],…]}` or CSV `lat,lng`, up to 10,000 points and 1 MiB.
 * Only a body that cannot be read as a list of points is refused here; a faulty point is reported later, in its place.
 *
 * @param readBody called once
 */
export async function readAskedPoints(
  request: ApiRequest,
  readBody: Exchange['readBody'],
): Promise<{ readonly ok: true; readonly points: AskedPoints } | BodyRefusal> {
  const type = mediaTypeOf(request);
  const isCsv = type === 'text/csv';
  const read = await readBodyText(readBody, isCsv || type === 'application/json', 'application/json or text/csv');
  if (!read.ok) return read;
  const points = isCsv ? pointsOfCsv(read.text) : pointsOfJson(read.text);
  return typeof points === 'string' ? refuseBody(400, points) : { ok: true, points };
}

const tooMany = (count: string) => `${count} points were asked for; at most ${mostPoints} are allowed in one request.`;
const none = 'No point was asked for.';

function pointsOfJson(text: string): AskedPoints | string {
  const shape = 'a JSON body must be {"points": [[latitude, longitude], …]}';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `The body is not JSON; ${shape}.`;
  }
  const points = typeof value === 'object' && value !== null && 'points' in value ? value.points : undefined;
  if (!Array.isArray(points)) return `"points" must be a list; ${shape}.`;
  if (points.length === 0) return none;
  if (points.length > mostPoints) return tooMany(String(points.length));
  return { count: points.length, textsOf: (place) => textsOfPair(points[place]) };
}

function textsOfPair(pair: unknown): PointTexts | string {
  const noPair = 'A point must be [latitude, longitude], each a text or a number.';
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
function pointsOfCsv(text: string): AskedPoints | string {
  const whole = text.trimEnd();
  const lines: string[] = [];
  for (let from = 0; from < whole.length && lines.length <= mostPoints + 1; ) {
    const end = whole.indexOf('\n', from);
    lines.push(whole.slice(from, end === -1 ? whole.length : end));
    from = end === -1 ? whole.length : end + 1;
  }
  const first = /^\s*lat(?:itude)?\s*,\s*(?:lng|lon|longitude)\s*$/i.test(lines[0] ?? '') ? 1 : 0;
  const count = lines.length - first;
  if (count === 0) return none;
  if (count > mostPoints) return tooMany(`More than ${mostPoints}`);
  return { count, textsOf: (place) => textsOfLine(lines[place + first] ?? '') };
}

function textsOfLine(line: string): PointTexts | string {
  const comma = line.indexOf(',');
  if (comma === -1 || line.includes(',', comma + 1)) return 'A line must be latitude,longitude.';
  return { y: line.slice(0, comma).trim(), x: line.slice(comma + 1).trim() };
}
