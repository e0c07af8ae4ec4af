import { createCipheriv, createDecipheriv, hash, hkdfSync, randomBytes } from 'node:crypto';

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

const nonceBytes = 12;
const tagBytes = 16;

/**
 * Encrypts secrets that are kept in the database, so that only this installation can read them: AES-256-GCM under a key
 * derived from SECRET_KEY. A secret sealed for one purpose (`totp of staff 3`) does not open for another.
 */
export class SecretBox {
  readonly #key: Buffer;

  constructor(secretKey: Uint8Array) {
    this.#key = Buffer.from(hkdfSync('sha256', secretKey, '', 'watea secret box', 32));
  }

  /** @returns nonce, tag and ciphertext in one buffer */
  seal(secret: Uint8Array, purpose: string): Buffer {
    const nonce = randomBytes(nonceBytes);
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** The secret; undefined when it was sealed with another SECRET_KEY or for another purpose, or was changed since. */
  open(sealed: Uint8Array, purpose: string): Buffer | undefined {
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    });
    try {
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()]);
    } catch {
      return undefined;
    }
  }
}
