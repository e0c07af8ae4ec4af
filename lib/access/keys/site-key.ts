import { createHmac, timingSafeEqual } from 'node:crypto';
import { KEY_LENGTH, keyCharacters } from './api-key.ts';

/** The day and the one before it, as calendar days of Pacific/Auckland (`2026-07-15`). */
export type SiteKeyDays = Readonly<{ today: string; yesterday: string }>;

const KEPT_DAYS = 4;

/**
 * The map's own key (N11): never stored, derived from the day and SECRET_KEY, so that all processes agree on it. Today's
 * and yesterday's are valid. It counts only for requests of this site's own pages: see isOwnPageRequest.
 */
export class SiteKey {
  readonly #secret: Uint8Array;
  readonly #keys = new Map<string, Buffer>();

  constructor(secret: Uint8Array) {
    this.#secret = secret;
  }

  /** The key that pages are given on a day: 40 characters of `[A-Za-z0-9]`. */
  of(day: string): string {
    return this.#bytesOf(day).toString('latin1');
  }

  /** Whether a text is the key of one of the two days; takes the same time for every text of a key's length. */
  matches(text: string, { today, yesterday }: SiteKeyDays): boolean {
    const given = Buffer.from(text, 'utf8');
    if (given.length !== KEY_LENGTH) return false;
    const isTodays = timingSafeEqual(given, this.#bytesOf(today));
    const isYesterdays = timingSafeEqual(given, this.#bytesOf(yesterday));
    return isTodays || isYesterdays;
  }

  #bytesOf(day: string): Buffer {
    const kept = this.#keys.get(day);
    if (kept !== undefined) return kept;
    if (this.#keys.size >= KEPT_DAYS) this.#keys.clear();
    const key = Buffer.from(deriveKey(this.#secret, day), 'latin1');
    this.#keys.set(day, key);
    return key;
  }
}

/**
 * Whether a request comes from a page of this site, as far as its browser says so: `Sec-Fetch-Site: same-origin`, or,
 * where the browser sends none (plain HTTP), a `Referer` of this origin. It stops other pages, not programs; limits do.
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
  // one block nearly always suffices: of its 64 bytes 62 become characters on average
  for (let block = 0; key.length < KEY_LENGTH; block++) {
    key += keyCharacters(createHmac('sha512', secret).update(`watea site key ${day} ${block}`).digest());
  }
  return key.slice(0, KEY_LENGTH);
}
