import { hash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** The characters of a key, 62 of them. */
export const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** The digits of its check, as base 62 is usually written. */
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** How a key begins, by which scanners for secrets find it (N11). */
const keyStart = 'watea';
const randomLength = 34;
const checkLength = 6;
const prefixLength = 6;

/**
 * The terms a key is checked against. Instants are milliseconds since 1970; null means never. `origins` are web origins
 * as browsers send them (`https://example.nz`); null or an empty list allows every caller.
 */
export type ApiKeyTerms = Readonly<{
  revokedAt: number | null;
  expiresAt: number | null;
  origins: readonly string[] | null;
}>;

/**
 * Generates a key: `watea`, 34 characters of `[A-Za-z0-9]`, each equally likely, from a secure source, and their CRC-32 in
 * six digits of base 62 (N11).
 */
export function generateApiKey(readBytes: (size: number) => Uint8Array = randomBytes): string {
  let random = '';
  while (random.length < randomLength) random += keyCharacters(readBytes(randomLength - random.length));
  return keyStart + random + checkOf(random);
}

/** Whether a text has the form of a key that was generated here, with the right check; older keys do not. */
export function isGeneratedKey(text: string): boolean {
  if (text.length !== keyStart.length + randomLength + checkLength || !text.startsWith(keyStart)) return false;
  const random = text.slice(keyStart.length, -checkLength);
  return isApiKeyShape(text) && text.endsWith(checkOf(random));
}

/** The CRC-32 of a text in six digits of base 62, the highest first. */
function checkOf(random: string): string {
  let digits = '';
  for (let left = crc32(random); digits.length < checkLength; left = Math.floor(left / 62))
    digits = (base62[left % 62] ?? '') + digits;
  return digits;
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

/** The 6 characters by which people recognise a key (N11): the first, or those after `watea` of a generated one. */
export function apiKeyPrefix(key: string): string {
  const start = isGeneratedKey(key) ? keyStart.length : 0;
  return key.slice(start, start + prefixLength);
}

/** What a search for a key means: of a generated one, given whole, its prefix; of its beginning, what comes after `watea`. */
export function searchedPrefix(text: string): string {
  if (isGeneratedKey(text)) return apiKeyPrefix(text);
  return text.startsWith(keyStart) && text.length <= keyStart.length + prefixLength
    ? text.slice(keyStart.length)
    : text;
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

/**
 * Parses web origins into the form that browsers send (N1), without duplicates.
 *
 * @returns the origins, null for an empty list (any origin may use the key); or the first text that is not an origin
 */
export function parseOrigins(
  given: readonly string[],
): { readonly ok: true; readonly origins: string[] | null } | { readonly ok: false; readonly text: string } {
  const origins = new Set<string>();
  for (const text of given) {
    const origin = originOf(text);
    if (origin === undefined) return { ok: false, text: text.slice(0, 60) };
    origins.add(origin);
  }
  return { ok: true, origins: origins.size === 0 ? null : [...origins] };
}

function originOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  return isWeb && pathname === '/' && search + hash + username + password === '' ? origin : undefined;
}

/** The state of a key at a moment. `expiring`: it works, and expires within 30 days. */
export type KeyState = 'works' | 'expiring' | 'expired' | 'revoked';

/** The states by which a list of keys can be filtered; `works` includes keys that expire soon. */
export const keyStates = ['works', 'expiring', 'expired', 'revoked'] as const satisfies readonly KeyState[];

/** A key that expires within this time expires soon. */
export const soonMs = 30 * 86_400_000;

/** The state of a key. Instants are epoch milliseconds. */
export function keyStateOf(
  { expiresAt, revokedAt }: { readonly expiresAt: number | null; readonly revokedAt: number | null },
  nowMs: number,
): KeyState {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null || expiresAt > nowMs + soonMs) return 'works';
  return expiresAt > nowMs ? 'expiring' : 'expired';
}
