import * as exported from 'pluscodes';
import { type MapPoint, roundPoint } from '#lib/map/degrees.ts';

// a CommonJS module: Node has what it exports in `default`, a bundler does not
const { decode, expand } = (exported as { default?: typeof exported }).default ?? exported;

/** The digits of Plus Codes leave out vowels and what looks alike. */
const digit = '[23456789CFGHJMPQRVWX]';
/** The place that maps write behind a code. */
const behind = String.raw`(?:[\s,]+(.+))?`;
const full = new RegExp(String.raw`^(${digit}{4})\s?(${digit}{4}\+${digit}{0,7})${behind}$`, 'i');
const short = new RegExp(String.raw`^(${digit}{4,6}\+${digit}{2,7})${behind}$`, 'i');

/** Reads a full Plus Code, such as `4VCPPQ7G+9F` or `4VCP PQ7G+9F Wellington`; undefined for any other text. */
export function parsePlusCode(text: string): MapPoint | undefined {
  const [, area, code] = full.exec(text.trim()) ?? [];
  const found = code === undefined ? null : decode(`${area}${code}`.toUpperCase());
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
