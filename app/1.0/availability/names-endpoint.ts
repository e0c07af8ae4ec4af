import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, type Handler, overloadedAnswer } from '#lib/http/endpoint.ts';
import type { PublicPath } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import type { KnownReleases } from '#lib/registry/explained-entry.ts';
import type { AsOf } from '#lib/registry/name-status.ts';
import { readAskedNames } from '#lib/registry/names/asked-names.ts';
import type { ParsedName } from '#lib/registry/names/name.ts';
import { hasSandboxName } from '#lib/registry/names/sandbox.ts';
import { admitRegistrar } from '#server/access/registry-gate.ts';
import { turns } from '#server/http/turn.ts';
import { metrics } from '#server/metrics/current.ts';
import { longReads } from '#server/process/long-reads.ts';
import { entriesInPieces } from '#server/registry/entries-in-pieces.ts';
import { apiRegister } from '#server/registry/register.ts';

/** The most names that are looked up at once; more would keep other requests waiting for longer than a millisecond. */
const mostAtOnce = 100;

/** One element of the answer as JSON text. */
type EntryOf = (name: ParsedName, known: KnownReleases, asOf: AsOf) => string;

/** The handler of the status of one label below every suffix, or of a list of names (R1–R7). */
export function namesEndpoint(place: PublicPath, entryAsOf: EntryOf): Handler {
  return endpoint(place, (request, exchange) => {
    const callerKey = exchange.caller.limitKey;
    const nextPiece = () => turns().piece(callerKey);
    return andThen(admitRegistrar(exchange), (admitted) => {
      if (!admitted.ok) return admitted.answer;
      return andThen(readAskedNames(request, exchange.readBody, settings().maxDomains, nextPiece), (asked) => {
        if (!asked.ok) return errorAnswer(asked.status, asked.reason, { ...admitted.headers, ...asked.headers });

        const { names } = asked;
        metrics()?.requests.lookUp('registry', names.length);
        const headers = { ...admitted.headers, 'Cache-Control': 'no-store' };
        const asOf = { now: now(), hasSandboxName: hasSandboxName(settings().environment) };
        const entryOf = (name: ParsedName, known: KnownReleases) => entryAsOf(name, known, asOf);

        if (names.length > mostAtOnce) {
          if (longReads().isFull) return overloadedAnswer;
          return entriesInPieces(names, entryOf, callerKey).then((body) => ({ status: 200, headers, body }));
        }
        const entries = apiRegister().inSnapshot((known) => names.map((name) => entryOf(name, known)));
        return { status: 200, headers, body: `[${entries.join(',')}]` };
      });
    });
  });
}
