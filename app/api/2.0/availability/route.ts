import { readAskedPlaces } from '#lib/broadband/bulk/asked-places.ts';
import { lineOfPoint } from '#lib/broadband/bulk/bulk-answer.ts';
import { errorBody } from '#lib/http/answer.ts';
import { methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { answerOfId, answerOfText } from '#server/broadband/addresses.ts';
import { bulkEndpoint } from '#server/broadband/bulk-endpoint.ts';
import { coverage } from '#server/broadband/coverage.ts';

/** `POST /api/2.0/availability`: which broadband reaches each of many points or addresses, a line of JSON for each. */
const handle = bulkEndpoint(publicPaths.availabilityInBulk, async (request, readBody, nextPiece) => {
  const asked = await readAskedPlaces(request, readBody, nextPiece);
  if (!asked.ok) return asked;
  const { places } = asked;
  const answers = coverage();
  const lines = (lineAt: (place: number) => string) => ({
    count: places.count,
    inSnapshot: answers.inSnapshot,
    lineAt,
  });
  if (places.kind === 'points') {
    return { ok: true, scopes: [], lines: lines((place) => lineOfPoint(places.textsOf(place), answers, '2.0')) };
  }
  const answerOf = places.kind === 'ids' ? answerOfId : answerOfText;
  const lineAt = (place: number) => {
    const text = places.textAt(place);
    return typeof text === 'string' ? answerOf(text).body : errorBody(400, text);
  };
  return { ok: true, scopes: ['addresses'], lines: lines(lineAt) };
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
