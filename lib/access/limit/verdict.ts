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
