const hourMs = 3_600_000;
/** A session ends when it has not been used for 12 hours, and 7 days after the sign-in in any case. */
export const idleLimitMs = 12 * hourMs;
export const absoluteLimitMs = 7 * 24 * hourMs;
/** How long the second factor may take after the password. */
export const secondFactorLimitMs = 10 * 60_000;

/** How often the use of a session is recorded: often enough for a limit of 12 hours, without a write for every click. */
const recordUseEveryMs = 60_000;

/** What decides whether a session is valid. `password`: the second factor is still missing. Instants are epoch ms. */
export interface SessionTimes {
  readonly stage: 'password' | 'full';
  readonly createdAt: number;
  readonly seenAt: number;
}

/** Whether a session is still valid. */
export function isSessionAlive({ stage, createdAt, seenAt }: SessionTimes, nowMs: number): boolean {
  if (stage === 'password') return nowMs < createdAt + secondFactorLimitMs;
  return nowMs < seenAt + idleLimitMs && nowMs < createdAt + absoluteLimitMs;
}

/** Whether the use of a session should be recorded again. */
export function isUseDue(seenAt: number, nowMs: number): boolean {
  return nowMs >= seenAt + recordUseEveryMs;
}

/** The cookie of a session. `__Host-` binds it to this host and to HTTPS; browsers refuse it on plain HTTP. */
export function sessionCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-watea-session' : 'watea-session',
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: absoluteLimitMs / 1000 },
  } as const;
}
