import { randomFillSync } from 'node:crypto';

const fit = /^[A-Za-z0-9._-]{1,128}$/;
/** Random bytes are drawn, and written as hexadecimal digits, for 256 ids at a time: a draw costs more than the rest. */
const pool = Buffer.alloc(16 * 256);
let digits = '';
let used = 0;

/** The id of an exchange (B7): the caller's own when it is 1–128 of `[A-Za-z0-9._-]`, else 32 random hexadecimal digits. */
export function requestIdOf(fromCaller: string | undefined): string {
  if (fromCaller !== undefined && fit.test(fromCaller)) return fromCaller;
  if (used === digits.length) {
    digits = randomFillSync(pool).toString('hex');
    used = 0;
  }
  used += 32;
  return digits.slice(used - 32, used);
}
