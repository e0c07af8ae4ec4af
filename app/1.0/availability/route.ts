import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { errorAnswer } from '#lib/http/answer.ts';
import { endpoint, methodsOf } from '#lib/http/endpoint.ts';
import { publicPaths } from '#lib/http/public-paths.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { availabilityEntry } from '#lib/registry/availability-entry.ts';
import { statusOfName } from '#lib/registry/name-status.ts';
import { readAskedNames } from '#lib/registry/names/asked-names.ts';
import { hasSandboxName } from '#lib/registry/names/sandbox.ts';
import { statuses } from '#lib/registry/status.ts';
import { admitRegistrar } from '#server/access/registry-gate.ts';
import { apiRegister } from '#server/registry/register.ts';

/** `GET /1.0/availability`: the status of one label below every suffix, or of a list of names (R1–R7). */
const handle = endpoint(publicPaths.registryAvailability, (request, exchange) => {
  return andThen(admitRegistrar(exchange), (admitted) => {
    if (!admitted.ok) return admitted.answer;
    return andThen(readAskedNames(request, exchange.readBody, settings().maxDomains), (asked) => {
      if (!asked.ok) return errorAnswer(asked.status, asked.reason, { ...admitted.headers, ...asked.headers });

      const asOf = { now: now(), hasSandboxName: hasSandboxName(settings().environment) };

      const entries = apiRegister().inSnapshot((known) =>
        asked.names.map((name) =>
          availabilityEntry(name, name.valid ? statusOfName(name, known, asOf) : statuses.Invalid),
        ),
      );

      const headers = { ...admitted.headers, 'Cache-Control': 'no-store' };
      return { status: 200, headers, body: `[${entries.join(',')}]` };
    });
  });
});

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = methodsOf(handle);
