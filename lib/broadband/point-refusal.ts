import type { ParsedPoint } from './point.ts';

const form = 'digits with at most 7 decimals, such as -41.2865 or 174.7762';

/** The sentence of the API for coordinates that are not numbers or lie outside the box (N1). */
export function pointRefusal(parsed: ParsedPoint & { ok: false }, y: string, x: string): string {
  const given = `The ${parsed.fields.map((field) => `${field} "${shown(field === 'latitude' ? y : x)}"`).join(' and the ')}`;
  if (parsed.reason === 'not a number') {
    return `${given} ${parsed.fields.length === 1 ? 'is not a number' : 'are not numbers'} in the form this service reads: ${form}.`;
  }
  return `${given} ${parsed.fields.length === 1 ? 'is' : 'are'} out of the service coverage area: latitude -47.5 to -34.2, longitude 166.2 to 178.6.`;
}

function shown(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
