/**
 * Canonical JSON: the keys of every object in the order of their UTF-16 code units, no white space, undefined members left
 * out (RFC 8785, as far as JSON.stringify follows it). Equal values give equal texts.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
