import { randomFillSync } from 'node:crypto';

const fit = /^[A-Za-z0-9._-]{1,128}$/;
const pool = Buffer.alloc(16 * 256);
let used = pool.length;

/** The id of an exchange (B7): the caller's own when it is 1–128 of `[A-Za-z0-9._-]`, else 32 random hexadecimal digits. */
export function requestIdOf(fromCaller: string | undefined): string {
  if (fromCaller !== undefined && fit.test(fromCaller)) return fromCaller;
  // random bytes are drawn 256 ids at a time: a draw costs more than the rest of a small answer
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += 16;
  return pool.toString('hex', used - 16, used);
}
