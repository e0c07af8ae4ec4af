import { type AskedDay, readAskedDay } from '#lib/broadband/asked-day.ts';
import { readAskedPlaces } from '#lib/broadband/bulk/asked-places.ts';
import { lineOfPoint, type PointAnswers } from '#lib/broadband/bulk/bulk-answer.ts';
import { now } from '#lib/clock.ts';
import { errorBody } from '#lib/http/answer.ts';
import { refuseBody } from '#lib/http/body-text.ts';
import { methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { answerOfId, answerOfText } from '#server/broadband/addresses.ts';
import { bulkEndpoint } from '#server/broadband/bulk-endpoint.ts';
import { answeredAsOf, coverage } from '#server/broadband/coverage.ts';

/** `POST /api/2.0/availability`: which broadband reaches each of many points or addresses, a line of JSON for each. */
const handle = bulkEndpoint(publicPaths.availabilityInBulk, async (request, readBody, nextPiece) => {
  const day = readAskedDay(request.query, now());
  if (day !== undefined && 'code' in day) return refuseBody(400, day);
  const unknown = answeredAsOf(day, () => undefined);
  if (unknown !== undefined) return refuseBody(404, unknown);
  const asked = await readAskedPlaces(request, readBody, nextPiece);
  if (!asked.ok) return asked;
  const { places } = asked;
  const answers = answersOf(day);
  const lines = (lineAt: (place: number) => string) => ({
    count: places.count,
    inSnapshot: coverage().inSnapshot,
    lineAt,
  });
  if (places.kind === 'points') {
    return { ok: true, scopes: [], lines: lines((place) => lineOfPoint(places.textsOf(place), answers, '2.0')) };
  }
  const answerOf = places.kind === 'ids' ? answerOfId : answerOfText;
  const lineAt = (place: number) => {
    const text = places.textAt(place);
    return typeof text === 'string' ? answerOf(text, answers).body : errorBody(400, text);
  };
  return { ok: true, scopes: ['addresses'], lines: lines(lineAt) };
});

/** The coverage as each line finds it: the pieces of a long answer may be of one state after the other. */
function answersOf(day: AskedDay | undefined): PointAnswers {
  if (day === undefined) return coverage();
  return {
    answerAt(point, x, y, form) {
      const line = answeredAsOf(day, (answers) => answers.answerAt(point, x, y, form));
      // the answer breaks off, and no line is of another day
      if (typeof line !== 'string') throw new Error(`The coverage of ${day.day} was removed while it was read.`);
      return line;
    },
  };
}

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
