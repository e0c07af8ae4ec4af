/** What a key is at a moment. `expiring`: it works, and ends within 30 days. */
export type KeyState = 'works' | 'expiring' | 'expired' | 'revoked';

/** The states a list of keys can be narrowed to; `works` takes in those that expire soon. */
export const keyStates = ['works', 'expiring', 'expired', 'revoked'] as const satisfies readonly KeyState[];

/** How far ahead an end counts as soon. */
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
