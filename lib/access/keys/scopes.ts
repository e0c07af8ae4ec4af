/** What a key may be allowed to use (N16): a version of the API, requests in bulk, addresses. */
export const keyScopes = ['1.0', '2.0', 'bulk', 'addresses'] as const;
export type KeyScope = (typeof keyScopes)[number];

/**
 * The scopes as they are stored: in the order above, each once; null for all, which includes those of later versions.
 */
export function storedScopes(chosen: readonly KeyScope[] | null): KeyScope[] | null {
  const kept = keyScopes.filter((scope) => chosen === null || chosen.includes(scope));
  return kept.length === keyScopes.length ? null : kept;
}

/** The scopes of `needed` that a key lacks. @param granted null: all, as keys from before there were scopes have */
export function lackingScopes(granted: readonly KeyScope[] | null, needed: readonly KeyScope[]): readonly KeyScope[] {
  return granted === null ? [] : needed.filter((scope) => !granted.includes(scope));
}
