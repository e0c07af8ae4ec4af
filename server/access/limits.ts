import type { SettlementLink } from '#lib/access/limit/limiter.ts';
import {
  createSingleProcessLimits,
  createWorkerLimits,
  type Limits,
  type Settlements,
} from '#lib/access/limit/limits.ts';
import { limitHeaders, type Verdict } from '#lib/access/limit/policy.ts';
import type { WindowOf } from '#lib/access/limit/window.ts';
import { now } from '#lib/clock.ts';
import { type Answer, errorAnswer } from '#lib/http/answer.ts';
import { andThen } from '#lib/maybe-promise.ts';
import { processWide, setProcessWide } from '#lib/process-wide.ts';
import { aucklandMidnight, dayOf } from '#lib/time/auckland.ts';

const dayWindow: WindowOf = (nowMs) => ({ id: dayOf(nowMs), endsAt: aucklandMidnight(nowMs, 1) });

/** The limits of this process (B6). */
export function limits(): Limits {
  return processWide<Limits>('limits', () => {
    throw new Error('The limits are not set up: requests are answered only under server.ts.');
  });
}

/** Whether the limits are set up; they are not under plain `next start`. */
export function hasLimits(): boolean {
  return processWide<Limits | undefined>('limits', () => undefined) !== undefined;
}

/** Sets up the limits of a single process. */
export function setUpSingleProcessLimits(settlements: Settlements): void {
  setProcessWide('limits', createSingleProcessLimits(dayWindow, settlements));
}

/** Sets up the limits of one worker among several. */
export function setUpWorkerLimits(link: SettlementLink): void {
  setProcessWide('limits', createWorkerLimits(dayWindow, link));
}

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
