import { Refusal } from '#lib/refusal.ts';

/** A day as providers tell it, or what is wrong with it as the end of a sentence that begins with the value. */
export type ParsedDay = { readonly ok: true; readonly day: string } | { readonly ok: false; readonly reason: string };

const dayMs = 86_400_000;

/** Reads the day that a provider's data stand for. */
export function parseAsOf(text: string): ParsedDay {
  const day = text.trim();
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return { ok: false, reason: 'is not a date (write it like 2026-11-20)' };
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || new Date(midnight).toISOString().slice(0, 10) !== day) {
    return { ok: false, reason: 'is not a day of the calendar' };
  }
  if (day < '2000-01-01') return { ok: false, reason: 'is before 2000: there was no such coverage to deliver' };
  return { ok: true, day };
}

/** @throws Refusal for a day after `today`, Auckland's: data cannot stand for a day to come */
export function requireNotToCome(day: string, today: string): void {
  if (day > today) throw new Refusal(`The "as of" date ${day} is in the future: today is ${today}.`);
}

/** Whole days from the one day to the other, both `YYYY-MM-DD`. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
}
