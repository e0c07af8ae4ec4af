import { type Reason, Refusal } from '#lib/refusal.ts';
import { parseTypedDay } from '#lib/time/typed-time.ts';

/** The day that a provider's data are as of, `YYYY-MM-DD`, or why a text is not one. */
export type ParsedDay = { readonly ok: true; readonly day: string } | { readonly ok: false; readonly reason: Reason };

const dayMs = 86_400_000;

/** Reads an “as of” day as people type it, `23/11/2026`, or as ISO 8601 writes it. */
export function parseAsOf(text: string): ParsedDay {
  const day = parseTypedDay(text);
  return day === undefined ? { ok: false, reason: { code: 'as-of-not-a-day' } } : { ok: true, day };
}

/** @throws Refusal for a day after `today`, both `YYYY-MM-DD` in Auckland */
export function requireNotInFuture(day: string, today: string): void {
  if (day > today) throw new Refusal({ code: 'as-of-in-future', day, today });
}

/** Whole days from one day to another, both `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}
