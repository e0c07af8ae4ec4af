import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { hashToken } from './secrets.ts';

/** How many steps of 30 s a person's clock may be off, or their typing late. */
const window = 1;

/** A new secret for an authenticator app: 160 bits, as RFC 4226 recommends. */
export function generateTotpSecret(): Buffer {
  return randomBytes(20);
}

/** What an app needs: the URI for a QR code, and the secret to type where there is no camera. */
export interface TotpSetUp {
  readonly uri: string;
  readonly typed: string;
}

export function totpSetUp(secret: Uint8Array, email: string): TotpSetUp {
  const totp = totpOf(secret, email);
  return { uri: totp.toString(), typed: totp.secret.base32.replace(/(.{4})(?=.)/g, '$1 ') };
}

/**
 * The 30-second step that a code belongs to; undefined when the code is wrong or too old. Steps up to `lastStep` are
 * refused as used, so a code read over somebody's shoulder does not work again.
 */
export function matchTotp(secret: Uint8Array, code: string, lastStep: number, nowMs: number): number | undefined {
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return undefined;
  const off = totpOf(secret, '').validate({ token, timestamp: nowMs, window });
  if (off === null) return undefined;
  const step = TOTP.counter({ timestamp: nowMs }) + off;
  return step > lastStep ? step : undefined;
}

function totpOf(secret: Uint8Array, label: string): TOTP {
  return new TOTP({ issuer: 'Wātea', label, secret: new Secret({ buffer: new Uint8Array(secret).buffer }) });
}

export const recoveryCodeCount = 10;
/** Without 0, 1, l and o, which are easy to misread: 32 characters, five bits each. */
const alphabet = '23456789abcdefghijkmnpqrstuvwxyz';

/** Ten codes of 80 bits, each of which replaces the authenticator app once: `k3fq-8mzt-w2ph-7xnd`. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => {
    const characters = [...randomBytes(16)].map((byte) => alphabet[byte % 32]).join('');
    return characters.replace(/(.{4})(?=.)/g, '$1-');
  });
}

/** The hash of a recovery code as it is stored and looked up, with or without hyphens. */
export function hashRecoveryCode(code: string): string {
  return hashToken(code.toLowerCase().replace(/[^a-z0-9]/g, ''));
}

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
