import { hash, randomBytes } from 'node:crypto';

/** The characters of a key, 62 of them. */
export const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
export const KEY_LENGTH = 40;
const PREFIX_LENGTH = 6;

/** The one text for every key that is refused, so that an answer never tells which keys exist (N1). */
export const KEY_REFUSED_TEXT = 'The api_key is missing or invalid.';

/**
 * What decides whether a key may be used. Instants are milliseconds since 1970; null means never. `origins` are web
 * origins as browsers send them (`https://example.nz`); null or an empty list allows every caller.
 */
export type ApiKeyTerms = Readonly<{
  revokedAt: number | null;
  expiresAt: number | null;
  origins: readonly string[] | null;
}>;

/** A new key: 40 characters of `[A-Za-z0-9]`, each equally likely, from a secure source (N11). */
export function generateApiKey(readBytes: (size: number) => Uint8Array = randomBytes): string {
  let key = '';
  while (key.length < KEY_LENGTH) key += keyCharacters(readBytes(KEY_LENGTH - key.length));
  return key;
}

/** The character of each byte; bytes from 248 on have none, since 256 is no multiple of 62. */
export function keyCharacters(bytes: Uint8Array): string {
  let characters = '';
  for (const byte of bytes) if (byte < 248) characters += KEY_ALPHABET[byte % 62];
  return characters;
}

/** True for what may be a key: 20–64 characters of `[A-Za-z0-9]`, as imported ones may have (N11). */
export function isApiKeyShape(text: string): boolean {
  return /^[A-Za-z0-9]{20,64}$/.test(text);
}

/** What is stored of a key: its SHA-256 in lower-case hexadecimal, 64 characters (N11). */
export function hashApiKey(key: string): string {
  return hash('sha256', key, 'hex');
}

/** The first 6 characters, by which people recognise a key (N11). */
export function apiKeyPrefix(key: string): string {
  return key.slice(0, PREFIX_LENGTH);
}

/**
 * Whether a key may be used now, from this web origin (the `Origin` header; undefined when the request has none). No
 * record means no such key. A key with a list of origins is refused to a foreign or absent one (N1).
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
