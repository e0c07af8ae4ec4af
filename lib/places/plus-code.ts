import * as exported from 'pluscodes';
import { type MapPoint, roundPoint } from '#lib/map/degrees.ts';

// a CommonJS module: Node has what it exports in `default`, a bundler does not
const { decode, expand } = (exported as { default?: typeof exported }).default ?? exported;

/** The digits of Plus Codes leave out vowels and what looks alike. */
const digit = '[23456789CFGHJMPQRVWX]';
const full = new RegExp(`^(${digit}{8}\\+${digit}{0,7})$`, 'i');
const short = new RegExp(`^(${digit}{4,6}\\+${digit}{2,7})(?:[\\s,]+(.+))?$`, 'i');

/** Reads a full Plus Code, such as `4VCPPQ7G+9F`; undefined for any other text. */
export function parsePlusCode(text: string): MapPoint | undefined {
  const [, code] = full.exec(text.trim()) ?? [];
  const found = code === undefined ? null : decode(code.toUpperCase());
  return found === null ? undefined : roundPoint(found, 7);
}

/** A Plus Code without its first digits, and the text that says near which place it is: `PQ7G+9F Wellington`. */
export interface ShortPlusCode {
  readonly code: string;
  readonly near: string;
}

/** Reads a short Plus Code; undefined for any other text. */
export function parseShortPlusCode(text: string): ShortPlusCode | undefined {
  const [, code, near = ''] = short.exec(text.trim()) ?? [];
  return code === undefined ? undefined : { code: code.toUpperCase(), near };
}

/** The point of a short Plus Code near a place; undefined if the code is not valid. */
export function pointNear({ code }: ShortPlusCode, reference: MapPoint): MapPoint | undefined {
  const whole = expand(code, { latitude: reference.latitude, longitude: reference.longitude });
  return whole === null ? undefined : parsePlusCode(whole);
}
