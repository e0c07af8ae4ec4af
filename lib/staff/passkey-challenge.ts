import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

const lifetimeMs = 5 * 60_000;
const expiryBytes = 6;
const randomLength = 16;
const headLength = expiryBytes + randomLength;

/**
 * Challenges for passkeys, which need no storage until they are answered: each has its expiry, random bytes, and a seal
 * by SECRET_KEY over both and the purpose (`sign-in`, `passkey of staff 3`). An answered challenge must be stored until
 * it expires, or it could be used twice.
 */
export class PasskeyChallenges {
  readonly #key: Buffer;

  constructor(secretKey: Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, '', 'watea passkey challenge', 32));
  }

  /** A new challenge, valid for five minutes. */
  make(purpose: string, nowMs: number): Uint8Array<ArrayBuffer> {
    const head = Buffer.alloc(headLength);
    head.writeUIntBE(nowMs + lifetimeMs, 0, expiryBytes);
    randomBytes(randomLength).copy(head, expiryBytes);
    return new Uint8Array(Buffer.concat([head, this.#seal(head, purpose)]));
  }

  /** When an answered challenge (base64url) expires, in epoch milliseconds; undefined when it is not ours or has expired. */
  endOf(challenge: string, purpose: string, nowMs: number): number | undefined {
    const bytes = Buffer.from(challenge, 'base64url');
    const head = bytes.subarray(0, headLength);
    const seal = bytes.subarray(headLength);
    if (head.length < headLength) return undefined;
    const expected = this.#seal(head, purpose);
    if (seal.length !== expected.length || !timingSafeEqual(seal, expected)) return undefined;
    const endsAt = head.readUIntBE(0, expiryBytes);
    return nowMs < endsAt ? endsAt : undefined;
  }

  #seal(head: Uint8Array, purpose: string): Buffer {
    return createHmac('sha256', this.#key).update(head).update(purpose).digest();
  }
}
