const hourMs = 3_600_000;
/** A session ends when nobody used it for 12 hours, and 7 days after the sign-in in any case. */
export const idleLimitMs = 12 * hourMs;
export const absoluteLimitMs = 7 * 24 * hourMs;
/** How long the second factor may take after the password. */
export const secondFactorLimitMs = 10 * 60_000;

/** How often the use of a session is written down: often enough beside 12 hours, and not at every click. */
const seenEveryMs = 60_000;

/** What decides whether a session stands. `password`: signed in so far that the second factor is missing. */
export interface SessionTimes {
  readonly stage: 'password' | 'full';
  readonly createdAt: number;
  readonly seenAt: number;
}

/** Whether a session still counts. */
export function isSessionAlive({ stage, createdAt, seenAt }: SessionTimes, nowMs: number): boolean {
  if (stage === 'password') return nowMs < createdAt + secondFactorLimitMs;
  return nowMs < seenAt + idleLimitMs && nowMs < createdAt + absoluteLimitMs;
}

/** Whether it is time to write down that a session was used. */
export function isSightingDue(seenAt: number, nowMs: number): boolean {
  return nowMs >= seenAt + seenEveryMs;
}

/** The cookie of a session: `__Host-` binds it to this host and to HTTPS, which browsers refuse on plain HTTP. */
export function sessionCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-watea-session' : 'watea-session',
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: absoluteLimitMs / 1000 },
  } as const;
}
