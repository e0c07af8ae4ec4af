/**
 * Parses web origins into the form that browsers send (N1), without duplicates.
 *
 * @returns the origins, null for an empty list (any origin may use the key); or the first text that is not an origin
 */
export function parseOrigins(
  given: readonly string[],
): { readonly ok: true; readonly origins: string[] | null } | { readonly ok: false; readonly text: string } {
  const origins = new Set<string>();
  for (const text of given) {
    const origin = originOf(text);
    if (origin === undefined) return { ok: false, text: text.slice(0, 60) };
    origins.add(origin);
  }
  return { ok: true, origins: origins.size === 0 ? null : [...origins] };
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && pathname === '/' && search + hash + username + password === '' ? origin : undefined;
}
