import { type SpeedUnit, speedUnits } from '#lib/broadband/import/mapping/column-choice.ts';
import { nested, type PropertyValue } from '#lib/broadband/import/source-feature.ts';
import type { fieldValueWords } from '#lib/words/coverage/fields.ts';
import type { ReasonsOf } from '#lib/words/word-table.ts';

/** Why a value cannot be used. */
export type FieldFault = ReasonsOf<typeof fieldValueWords>;

/** A field's value, or why it cannot be used. */
export type FieldValue<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: FieldFault };

/** The longest text of a field, in UTF-16 units. */
export const longestText = 500;

/** Faster than any access network: a higher speed is in kilobits, or a mistake. */
const highestMbps = 100_000;

/** A number that may have a decimal point or a mark between thousands: `1.000`, `2.500`. */
const perhapsThousands = /^[1-9]\d{0,2}\.\d{3}$/;

const plainNumber = /^[+-]?(\d+\.?\d*|\.\d+)$/;

export function isBlank(value: PropertyValue | undefined): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** A text in NFC without surrounding white space. A number counts as the text it is written as. */
export function parseText(value: PropertyValue): FieldValue<string> {
  if (typeof value !== 'string' && typeof value !== 'number') return refuse('value-not-text', value);
  const text = String(value).normalize('NFC').trim();
  if (text.length > longestText) return { ok: false, reason: { code: 'value-too-long', most: longestText } };
  if (/\p{Cc}/u.test(text)) return refuse('value-control-character', text);
  if (!text.isWellFormed()) return refuse('value-half-character', text);
  return { ok: true, value: text };
}

/** One of `choices`, whatever its case. */
export function parseChoice<T extends string>(value: PropertyValue, choices: readonly T[]): FieldValue<T> {
  const text = parseText(value);
  if (!text.ok) return text;
  const folded = text.value.toLowerCase();
  const found = choices.find((choice) => choice.toLowerCase() === folded);
  if (found !== undefined) return { ok: true, value: found };
  return { ok: false, reason: { code: 'value-not-one-of', value: showValue(value), choices } };
}

/**
 * A speed in Mbps, at least 0. Numbers written as text are read, as many programs write all columns as text. A unit
 * behind the number wins over `unit`, as in `1 Gbps`.
 */
export function parseSpeed(value: PropertyValue, unit: SpeedUnit = 'Mbps'): FieldValue<number> {
  if (typeof value === 'string' && perhapsThousands.test(value.trim())) return refuse('value-perhaps-thousands', value);
  const speed = toSpeed(value, unit);
  if (speed === undefined) return { ok: false, reason: { code: 'value-not-a-speed', value: showValue(value), unit } };
  if (speed < 0) return refuse('value-negative', value);
  if (speed > highestMbps)
    return { ok: false, reason: { code: 'value-too-fast', value: showValue(value), most: highestMbps } };
  // -0 would be written as 0 and read back as another offer
  return { ok: true, value: speed === 0 ? 0 : speed };
}

export function parseWholeNumber(value: PropertyValue): FieldValue<number> {
  const number = toNumber(value);
  if (number === undefined || !Number.isSafeInteger(number)) return refuse('value-not-whole', value);
  return { ok: true, value: number === 0 ? 0 : number };
}

/** A web address; it ends up in links, so no other scheme is allowed. */
export function parseUrl(value: PropertyValue): FieldValue<string> {
  const text = parseText(value);
  if (!text.ok) return text;
  if (/^https?:\/\//i.test(text.value) && URL.canParse(text.value)) return text;
  return refuse('value-not-a-web-address', value);
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

type ValueCode =
  | 'value-not-text'
  | 'value-control-character'
  | 'value-half-character'
  | 'value-negative'
  | 'value-perhaps-thousands'
  | 'value-not-whole'
  | 'value-not-a-web-address';

function refuse(code: ValueCode, value: PropertyValue): FieldValue<never> {
  return { ok: false, reason: { code, value: showValue(value) } };
}

/** A value as messages show it: quoted, on one line, cut to 60 characters. */
export function showValue(value: PropertyValue): string {
  if (value === nested) return nested.description ?? '';
  const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
  return shown.length > 60 ? `${shown.slice(0, 59)}…` : shown;
}
