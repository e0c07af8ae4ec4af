import { limitHeaders, type Verdict } from '#lib/access/limit/policy.ts';
import { now } from '#lib/clock.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { hasLimits, limits } from './limits.ts';

/** An admitted request, with the headers of its limit; or the answer that refuses it. */
export type Admission =
  | { readonly ok: true; readonly headers: Record<string, string> }
  | { readonly ok: false; readonly answer: Answer };

/** Admits a request, or refuses it with 429, by the verdict of its limit (B6). */
export function admissionOf(verdict: Verdict): Admission {
  const headers = limitHeaders(verdict);
  if (verdict.isAdmitted) return { ok: true, headers };
  return { ok: false, answer: tooMany(verdict, headers) };
}

/** Refuses with `answer` (401 or 403), or with 429 if the caller's address has been refused too often (B6). */
export function refusalOf(limitKey: string, answer: Answer): Admission | Promise<Admission> {
  // under plain `next start` every request is refused, so refusals need no limit
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
  const { limit, resetSeconds: seconds } = verdict;
  return errorAnswer(429, { code: 'limit-reached', limit, seconds }, headers);
}
