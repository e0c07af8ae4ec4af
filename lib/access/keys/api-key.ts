import { hash, randomBytes } from 'node:crypto';

/** The characters of a key, 62 of them. */
export const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const KEY_LENGTH = 40;
const PREFIX_LENGTH = 6;

/**
 * The terms a key is checked against. Instants are milliseconds since 1970; null means never. `origins` are web origins
 * as browsers send them (`https://example.nz`); null or an empty list allows every caller.
 */
export type ApiKeyTerms = Readonly<{
  revokedAt: number | null;
  expiresAt: number | null;
  origins: readonly string[] | null;
}>;

/** Generates a key: 40 characters of `[A-Za-z0-9]`, each equally likely, from a secure source (N11). */
export function generateApiKey(readBytes: (size: number) => Uint8Array = randomBytes): string {
  let key = '';
  while (key.length < KEY_LENGTH) key += keyCharacters(readBytes(KEY_LENGTH - key.length));
  return key;
}

/** Maps each byte to a character. Bytes from 248 are skipped, since 256 is not a multiple of 62. */
export function keyCharacters(bytes: Uint8Array): string {
  let characters = '';
  for (const byte of bytes) if (byte < 248) characters += KEY_ALPHABET[byte % 62];
  return characters;
}

/** The range of lengths that imported keys may have (N11). */
export const keyLengths = { least: 20, most: 64 } as const;

/** Whether a text could be a key: as long as `keyLengths` says, of `[A-Za-z0-9]`. */
export function isApiKeyShape(text: string): boolean {
  return text.length >= keyLengths.least && text.length <= keyLengths.most && /^[A-Za-z0-9]+$/.test(text);
}

/** The SHA-256 of a key in lower-case hexadecimal, 64 characters: the only form in which it is stored (N11). */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The first 6 characters, by which people recognise a key (N11). */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/**
 * Whether a key may be used now from this web origin (the `Origin` header; undefined if the request has none). `terms`
 * are undefined if the key does not exist. A key with a list of origins is refused without one of them (N1).
 */
export function isApiKeyUsable(
  terms: ApiKeyTerms | undefined,
  { origin, nowMs }: { origin: string | undefined; nowMs: number },
): boolean {
  if (terms === undefined || terms.revokedAt !== null) return false;
  if (terms.expiresAt !== null && nowMs >= terms.expiresAt) return false;
  const { origins } = terms;
  return origins === null || origins.length === 0 || (origin !== undefined && origins.includes(origin));
}
