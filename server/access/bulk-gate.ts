import type { KeyScope } from '#lib/access/keys/scopes.ts';
import { limitHeaders, type Verdict } from '#lib/access/limit/policy.ts';
import { now } from '#lib/clock.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import type { Exchange } from '#lib/http/exchange.ts';
import type { ApiRequest } from '#lib/http/target.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { type CachedKey, type KeyedPath, recognise, takeRequest, unauthorised } from './broadband-gate.ts';
import { bulkKeys } from './bulk-keys.ts';
import { type Admission, limits } from './limits.ts';

/** An admitted bulk request; `release` must be called when it has ended. */
export interface BulkAdmission {
  readonly ok: true;
  readonly headers: Record<string, string>;
  /** What the key may be used for; null: everything. */
  readonly scopes: readonly KeyScope[] | null;
  /** Counts lookups against the key's limit per day, all or none; if none, refuses with 429. */
  takeLookups(lookups: number): Admission | Promise<Admission>;
  release(): void;
}

type Refused = Admission & { readonly ok: false };

/**
 * Admits a bulk request, one at a time per key. It is counted as one request now, and as its lookups when their number is
 * known. The map's own key is only for single points.
 */
export async function admitBulk(
  request: ApiRequest,
  exchange: Exchange,
  path: KeyedPath,
): Promise<BulkAdmission | Refused> {
  let recognised: { readonly key: CachedKey; readonly takenAtMs: number } | undefined;
  const admitted = await recognise(
    request,
    exchange,
    path,
    (key, takenAtMs) => {
      recognised = { key, takenAtMs };
      return takeRequest(key, takenAtMs);
    },
    unauthorised,
  );
  if (!admitted.ok) return admitted;
  if (recognised === undefined) throw new Error('A bulk request was admitted without a key.');
  const { key, takenAtMs } = recognised;
  const { limitSubject, policy } = key;
  if (!(await bulkKeys().begin(limitSubject))) return { ok: false, answer: alreadyRunning(admitted.headers) };
  return {
    ...admitted,
    scopes: key.record.scopes,
    takeLookups: (lookups) =>
      andThen(limits().takeLookups(limitSubject, policy, { takenAtMs, nowMs: now(), lookups }), (verdict) =>
        lookupsAdmission(verdict, lookups),
      ),
    release: () => bulkKeys().end(limitSubject),
  };
}

function lookupsAdmission(verdict: Verdict, lookups: number): Admission {
  const headers = limitHeaders(verdict);
  if (verdict.isAdmitted) return { ok: true, headers };
  const { limit, remaining, resetSeconds: seconds } = verdict;
  return {
    ok: false,
    answer: errorAnswer(429, { code: 'too-few-lookups-left', lookups, limit, remaining, seconds }, headers),
  };
}

function alreadyRunning(headers: Record<string, string>): Answer {
  return errorAnswer(429, { code: 'bulk-request-running' }, { ...headers, 'Retry-After': '1' });
}
