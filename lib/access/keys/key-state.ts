/** The state of a key at a moment. `expiring`: it works, and expires within 30 days. */
export type KeyState = 'works' | 'expiring' | 'expired' | 'revoked';

/** The states by which a list of keys can be filtered; `works` includes keys that expire soon. */
export const keyStates = ['works', 'expiring', 'expired', 'revoked'] as const satisfies readonly KeyState[];

/** A key that expires within this time expires soon. */
export const soonMs = 30 * 86_400_000;

/** The state of a key. Instants are epoch milliseconds. */
export function keyStateOf(
  { expiresAt, revokedAt }: { readonly expiresAt: number | null; readonly revokedAt: number | null },
  nowMs: number,
): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null || expiresAt > nowMs + soonMs) return 'works';
  return expiresAt > nowMs ? 'expiring' : 'expired';
}
