import { hash, randomBytes } from 'node:crypto';

/** A new token for a session or a one-time link: 256 random bits in 43 characters that need no escaping in a URL or cookie. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash of a token or recovery code as it is stored: SHA-256 in lower-case hexadecimal. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Whether a text has the form of a token. */
export function isTokenShape(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
