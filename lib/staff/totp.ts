import { randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';

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
