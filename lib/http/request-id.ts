import { randomFillSync } from 'node:crypto';

const valid = /^[A-Za-z0-9._-]{1,128}$/;
/** Random bytes for 256 ids are generated and written as hexadecimal at a time: each call costs more than the rest. */
const pool = Buffer.alloc(16 * 256);
let digits = '';
let used = 0;

/** The id of a request (B7): the caller's own if it is 1–128 of `[A-Za-z0-9._-]`, else 32 random hexadecimal digits. */
export function requestIdOf(fromCaller: string | undefined): string {
  if (fromCaller !== undefined && valid.test(fromCaller)) return fromCaller;
  if (used === digits.length) {
    digits = randomFillSync(pool).toString('hex');
    used = 0;
  }
  used += 32;
  return digits.slice(used - 32, used);
}
