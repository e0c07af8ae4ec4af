import { type SpeedUnit, speedUnits } from '#lib/broadband/import/mapping/column-choice.ts';
import { nested, type PropertyValue } from '#lib/broadband/import/source-feature.ts';

/** A field's value, `undefined` where it was left blank, or what is wrong with it as the end of a sentence. */
export type FieldValue<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string };

/** The longest text a field may hold, in UTF-16 units. */
export const longestText = 500;

/** Faster than any access network: a speed above it is in kilobits, or a mistake. */
const highestMbps = 1_000_000;

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)$/;

export function isBlank(value: PropertyValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A text in NFC without white space around it. Numbers count as the text they are written as. */
export function parseText(value: PropertyValue): FieldValue<string> {
  if (typeof value !== 'string' && typeof value !== 'number') return refuse(value, 'is not a text');
  const text = String(value).normalize('NFC').trim();
  if (text.length > longestText) return { ok: false, reason: `is longer than ${longestText} characters` };
  if (/\p{Cc}/u.test(text)) return refuse(text, 'holds a control character');
  if (!text.isWellFormed()) return refuse(text, 'holds half a character (a lone surrogate)');
  return { ok: true, value: text };
}

/** One of `choices`, whatever its case. */
export function parseChoice<T extends string>(value: PropertyValue, choices: readonly T[]): FieldValue<T> {
  const text = parseText(value);
  if (!text.ok) return text;
  const folded = text.value.toLowerCase();
  const found = choices.find((choice) => choice.toLowerCase() === folded);
  if (found !== undefined) return { ok: true, value: found };
  return refuse(value, `is none of ${choices.join(', ')}`);
}

/**
 * A speed in Mbps, from 0 on. Numbers written as text are taken: many programs write all columns so. A unit behind a
 * number counts, as in `1 Gbps`.
 *
 * @param unit what numbers without a unit are in
 */
export function parseSpeed(value: PropertyValue, unit: SpeedUnit = 'Mbps'): FieldValue<number> {
  const speed = toSpeed(value, unit);
  if (speed === undefined) return refuse(value, `is not a number (${unit})`);
  if (speed < 0) return refuse(value, 'is negative');
  if (speed > highestMbps) return refuse(value, `is more than ${highestMbps} Mbps: is it in kbps?`);
  // -0 would be written as 0 and read back as another offer
  return { ok: true, value: speed === 0 ? 0 : speed };
}

export function parseWholeNumber(value: PropertyValue): FieldValue<number> {
  const number = toNumber(value);
  if (number === undefined || !Number.isSafeInteger(number)) return refuse(value, 'is not a whole number');
  return { ok: true, value: number === 0 ? 0 : number };
}

/** An address of the web; no other kind may come to stand in a link. */
export function parseUrl(value: PropertyValue): FieldValue<string> {
  const text = parseText(value);
  if (!text.ok) return text;
  if (/^https?:\/\//i.test(text.value) && URL.canParse(text.value)) return text;
  return refuse(value, 'is not an address that begins with http:// or https://');
}

const units: readonly [letters: RegExp, unit: SpeedUnit][] = [
  [/^k(bps|bit\/s|b\/s)?$/i, 'kbps'],
  [/^m(bps|bit\/s|b\/s|bit)?$/i, 'Mbps'],
  [/^g(bps|bit\/s|b\/s|bit|ig)?$/i, 'Gbps'],
];

function toSpeed(value: PropertyValue, unit: SpeedUnit): number | undefined {
  const [, digits, letters] = (typeof value === 'string' && /^\s*([\d.]+)\s*([a-z]+(?:\/s)?)\s*$/i.exec(value)) || [];
  if (digits === undefined || letters === undefined) return inMbps(toNumber(value), unit);
  const written = units.find(([pattern]) => pattern.test(letters))?.[1];
  return written === undefined ? undefined : inMbps(toNumber(digits), written);
}

function inMbps(speed: number | undefined, unit: SpeedUnit): number | undefined {
  // divided, never multiplied by a fraction: 950000 kbps are exactly 950 Mbps
  return speed === undefined ? undefined : unit === 'Gbps' ? speed * 1000 : speed / speedUnits[unit];
}

function toNumber(value: PropertyValue): number | undefined {
  if (typeof value === 'string' && plainNumber.test(value.trim())) return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function refuse(value: PropertyValue, reason: string): FieldValue<never> {
  return { ok: false, reason: `${showValue(value)} ${reason}` };
}

/** A value as reports show it: quoted, on one line, cut to 60 characters. */
export function showValue(value: PropertyValue): string {
  if (value === nested) return nested.description ?? '';
  const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown;
}
