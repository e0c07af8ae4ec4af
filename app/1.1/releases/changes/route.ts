import { now } from '#lib/clock.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { conditionalAnswer } from '#lib/http/conditional.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { readChangesQuestion } from '#lib/registry/release/upcoming-question.ts';
import { admitRegistrar } from '#server/access/registry-gate.ts';
import { turns } from '#server/http/turn.ts';
import { changesSince } from '#server/registry/upcoming-releases.ts';

/** `GET /1.1/releases/changes`: what has changed in the upcoming releases since a cursor (R16). */
const handle = endpoint(publicPaths.releaseChanges, (request, exchange) =>
  andThen(admitRegistrar(exchange), (admitted) => {
    if (!admitted.ok) return admitted.answer;
    const asked = readChangesQuestion(request.query);
    if (!asked.ok) return errorAnswer(400, asked.reason, admitted.headers);
    const { limitKey } = exchange.caller;
    return changesSince(asked.question, now(), limitKey, () => turns().piece(limitKey)).then((found) => {
      if (!found.ok) return errorAnswer(410, found.reason, admitted.headers);
      const next = `<${publicPaths.releaseChanges.pattern}?since=${found.since}>; rel="next"`;
      const headers = { ...admitted.headers, 'Cache-Control': 'private, no-cache', Link: next };
      return conditionalAnswer(request.headers, found.representation, headers);
    });
  }),
);

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
