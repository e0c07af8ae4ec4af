import type { EpochMs } from './auckland.ts';
import { parseWallTimeField } from './wall-time-field.ts';

const dayMs = 86_400_000;

/**
 * Reads two `date` fields of a browser, `YYYY-MM-DD`, as days in Auckland that are both included: the midnight that
 * begins the first, and the one that ends the last. Each is undefined for what is no day of the years 2000 to 2199.
 */
export function parseDayFields(
  first: string,
  last: string,
): { readonly from: EpochMs | undefined; readonly until: EpochMs | undefined } {
  return { from: parseWallTimeField(`${first}T00:00`), until: parseWallTimeField(`${dayAfter(last)}T00:00`) };
}

function dayAfter(day: string): string {
  const midnight = Date.parse(`${day}T00:00Z`);
  return Number.isNaN(midnight) ? '' : new Date(midnight + dayMs).toISOString().slice(0, 10);
}
