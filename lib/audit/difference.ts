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

/** One field of a change, before and after; undefined if it did not, or does not, exist. */
export interface FieldDifference {
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}

/**
 * The differences between two values of the audit log (canonical JSON, or null), field by field. A value that is not an
 * object counts as one field without a name.
 */
export function differencesOf(before: string | null, after: string | null): FieldDifference[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((field) => ({ field, before: was.get(field), after: is.get(field) }))
    .filter((difference) => canonicalJson(difference.before) !== canonicalJson(difference.after));
}

function fieldsOf(json: string | null): Map<string, unknown> {
  if (json === null) return new Map();
  const value: unknown = JSON.parse(json);
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isRecord ? new Map(Object.entries(value)) : new Map([['', value]]);
}
