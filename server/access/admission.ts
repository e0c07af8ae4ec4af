import { limitHeaders, type Verdict } from '#lib/access/limit/verdict.ts';
import { now } from '#lib/clock.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { hasLimits, limits } from './limits.ts';

/** Somebody who may ask, with the headers that say what is left of the limit; or the answer that refuses. */
export type Admission =
  | { readonly ok: true; readonly headers: Record<string, string> }
  | { readonly ok: false; readonly answer: Answer };

/** Admits, or refuses with 429, as the limit says (B6). */
export function admissionOf(verdict: Verdict): Admission {
  const headers = limitHeaders(verdict);
  if (verdict.isAdmitted) return { ok: true, headers };
  return { ok: false, answer: tooMany(verdict, headers) };
}

/** Refuses with `answer` (401 or 403), or with 429 once the caller's address has been refused too often (B6). */
export function refusalOf(limitKey: string, answer: Answer): Admission | Promise<Admission> {
  // where no server counts, nobody is let in either, so there is nothing to count
  if (!hasLimits()) return { ok: false, answer };
  return andThen(
    limits().takeRefusal(limitKey, now()),
    (verdict): Admission => ({
      ok: false,
      answer: verdict.isAdmitted ? answer : tooMany(verdict, limitHeaders(verdict)),
    }),
  );
}

function tooMany(verdict: Verdict, headers: Record<string, string>): Answer {
  const wait = verdict.resetSeconds === 1 ? '1 second' : `${verdict.resetSeconds} seconds`;
  return errorAnswer(429, `The limit of ${verdict.limit} requests is reached; ask again in ${wait}.`, headers);
}
