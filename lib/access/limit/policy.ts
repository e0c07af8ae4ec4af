import type { LimitWindow } from './window.ts';

/** One limit of a policy; `label` is the start of its member of the RateLimit header. */
export type LimitRule = Readonly<{ window: LimitWindow; quota: number; label: string }>;

/** What a request costs in each kind of window. */
export type Cost = Readonly<Record<LimitWindow['counts'], number>>;
export const oneRequest: Cost = { requests: 1, lookups: 1 };

/** The limits of a caller, in the order of the headers. */
export type Policy = Readonly<{ rules: readonly LimitRule[]; header: string }>;

/** Requests a second for a registrar without a limit of its own (B6). */
export const registrarPerSecond = 50;

/** Requests a second and a day for a key without limits of its own (B6). */
export const keyPerSecond = 10;
export const keyPerDay = 50_000;

/**
 * Makes a policy with its RateLimit-Policy text, such as `"second";q=10;w=1, "day";q=50000;w=86400` (B6). Reuse it for
 * many requests. @throws RangeError for a quota that is not a whole number of at least 1
 */
export function definePolicy(limits: readonly Readonly<{ window: LimitWindow; quota: number }>[]): Policy {
  const rules = limits.map(({ window, quota }) => {
    if (!Number.isSafeInteger(quota) || quota < 1) {
      throw new RangeError(`The limit per ${window.name} must be a whole number of at least 1, not ${quota}.`);
    }
    return { window, quota, label: `"${window.name}";r=` };
  });
  const header = rules.map(({ window, quota }) => `"${window.name}";q=${quota};w=${window.seconds}`).join(', ');
  return { rules, header };
}

/**
 * Whether a request is within its limits, and the values of the headers (B6). `limit`, `remaining` and `resetSeconds`
 * are of the limit that refused, or else of the one that would refuse first. `retryAfterSeconds` is null for an admitted
 * request. Seconds are whole, rounded up, at least 1.
 */
export type Verdict = Readonly<{
  isAdmitted: boolean;
  policy: string;
  rateLimit: string;
  limit: number;
  remaining: number;
  resetSeconds: number;
  retryAfterSeconds: number | null;
}>;

/** The limit headers of an answer, with `Retry-After` if the verdict refuses. */
export function limitHeaders(verdict: Verdict): Record<string, string> {
  const headers: Record<string, string> = {
    'RateLimit-Policy': verdict.policy,
    RateLimit: verdict.rateLimit,
    'RateLimit-Limit': String(verdict.limit),
    'RateLimit-Remaining': String(verdict.remaining),
    'RateLimit-Reset': String(verdict.resetSeconds),
  };
  if (verdict.retryAfterSeconds !== null) headers['Retry-After'] = String(verdict.retryAfterSeconds);
  return headers;
}
