import { createHmac, timingSafeEqual } from 'node:crypto';
import { keyCharacters } from './api-key.ts';

/** Today and yesterday, as calendar days in Pacific/Auckland (`2026-07-15`). */
export type SiteKeyDays = Readonly<{ today: string; yesterday: string }>;

const CACHED_DAYS = 4;
const KEY_LENGTH = 40;

/**
 * The map's own key (N11): never stored, but derived from the day and SECRET_KEY, so that all processes agree on it.
 * Today's and yesterday's are valid. It is accepted only from pages of this site: see isOwnPageRequest.
 */
export class SiteKey {
  readonly #secret: Uint8Array;
  readonly #keys = new Map<string, Buffer>();

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** The key of a day: 40 characters of `[A-Za-z0-9]`. */
  of(day: string): string {
    return this.#bytesOf(day).toString('latin1');
  }

  /** Whether a text is the key of one of the two days; in constant time for texts as long as a key. */
  matches(text: string, { today, yesterday }: SiteKeyDays): boolean {
    const given = Buffer.from(text, 'utf8');
    if (given.length !== KEY_LENGTH) return false;
    const isTodays = timingSafeEqual(given, this.#bytesOf(today));
    const isYesterdays = timingSafeEqual(given, this.#bytesOf(yesterday));
    return isTodays || isYesterdays;
  }

  #bytesOf(day: string): Buffer {
    const cached = this.#keys.get(day);
    if (cached !== undefined) return cached;
    if (this.#keys.size >= CACHED_DAYS) this.#keys.clear();
    const key = Buffer.from(deriveKey(this.#secret, day), 'latin1');
    this.#keys.set(day, key);
    return key;
  }
}

/**
 * Whether a browser says that a request comes from a page of this site: `Sec-Fetch-Site: same-origin`, or, where the
 * browser does not send that header (plain HTTP), a `Referer` of this origin. This stops other pages; programs can send
 * any header, and only limits stop those.
 */
export function isOwnPageRequest(
  headers: Readonly<{ secFetchSite: string | undefined; referer: string | undefined }>,
  siteOrigin: string,
): boolean {
  if (headers.secFetchSite !== undefined) return headers.secFetchSite === 'same-origin';
  if (headers.referer === undefined || !/^https?:\/\//i.test(headers.referer)) return false;
  return URL.parse(headers.referer)?.origin === siteOrigin;
}

function deriveKey(secret: Uint8Array, day: string): string {
  let key = '';
  // one block is nearly always enough: on average 62 of its 64 bytes become characters
  for (let block = 0; key.length < KEY_LENGTH; block++) {
    key += keyCharacters(createHmac('sha512', secret).update(`watea site key ${day} ${block}`).digest());
  }
  return key.slice(0, KEY_LENGTH);
}
