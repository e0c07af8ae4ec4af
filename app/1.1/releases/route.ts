import { now } from '#lib/clock.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { conditionalAnswer } from '#lib/http/conditional.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { queryOfNextPage, readReleasesQuestion } from '#lib/registry/release/upcoming-question.ts';
import { admitRegistrar } from '#server/access/registry-gate.ts';
import { turns } from '#server/http/turn.ts';
import { type ReleasesPage, upcomingReleases } from '#server/registry/upcoming-releases.ts';

/** `GET /1.1/releases`: all upcoming releases in pages, with the cursor of their changes (R15). */
const handle = endpoint(publicPaths.upcomingReleases, (request, exchange) =>
  andThen(admitRegistrar(exchange), (admitted) => {
    if (!admitted.ok) return admitted.answer;
    const asked = readReleasesQuestion(request.query);
    if (!asked.ok) return errorAnswer(400, asked.reason, admitted.headers);
    const nextPiece = () => turns().piece(exchange.caller.limitKey);
    const page = andThen(upcomingReleases(now(), nextPiece), (pages) => pages.form(asked.question, nextPiece));
    return andThen(page, (made) => {
      const headers = { ...admitted.headers, 'Cache-Control': 'private, no-cache', Link: linksOf(made, request.query) };
      return conditionalAnswer(request.headers, made.representation, headers);
    });
  }),
);

/** The next page, if there is one, and where changes are (RFC 8288; `monitor` of RFC 5989). */
function linksOf({ next, since }: ReleasesPage, query: string): string {
  const { pattern } = publicPaths.upcomingReleases;
  const changes = `<${publicPaths.releaseChanges.pattern}?since=${since}>; rel="monitor"`;
  return next === undefined ? changes : `<${pattern}?${queryOfNextPage(query, next)}>; rel="next", ${changes}`;
}

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
