/**
 * JSON in its only form: the keys of every object in order of their UTF-16 code units, no white space, members that are
 * undefined left out (RFC 8785 for what JSON.stringify writes alike everywhere). Equal values give equal text.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (part === null || typeof part !== 'object' || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
