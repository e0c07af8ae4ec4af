/**
 * Whether a request is within its limits, and what the headers say of it (B6). `limit`, `remaining` and `resetSeconds`
 * speak of the limit that refused or, while none did, of the one that would refuse first. `retryAfterSeconds` is null
 * for an admitted request. Seconds are whole, rounded up, at least 1.
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

/** The headers of an answer under this verdict; `Retry-After` is among them when it refuses. */
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
