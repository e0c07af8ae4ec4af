import { hash, randomBytes } from 'node:crypto';

/** A new token for a session or a one-time link: 256 random bits, 43 characters that a URL and a cookie carry as they are. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is stored of a token, or of a recovery code: its SHA-256 in lower-case hexadecimal. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}

/** Whether a text may be a token at all. */
export function isTokenShape(text: string): boolean {
  return /^[\w-]{43}$/.test(text);
}
