import type { IncomingMessage } from 'node:http';
import { askedLanguage, inLanguage, preferredLanguage } from '#lib/messages/language.ts';

/** The public pages; all other paths have one language or none. */
const publicPage = /^\/(?:$|area$|availability\/|compare\/|embed(?:\/|$))/;

/**
 * Pages vary by their address alone, so that caches and shared links are simple. Who opens one without a language and
 * would rather read another than English is led to the address in that language.
 *
 * @returns the headers of the redirect; undefined when the page is to be answered as it was asked
 */
export function languageRedirect(
  { method, headers }: IncomingMessage,
  url: string,
): Readonly<Record<string, string>> | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [path = ''] = url.split('?', 1);
  if (!publicPage.test(path) || askedLanguage(url) !== undefined) return undefined;
  // pages that a browser fetches for itself while it stays on a page of this site have that page's language
  if (headers.rsc !== undefined || !(headers.accept ?? '').includes('text/html')) return undefined;
  const language = preferredLanguage(headers.cookie, headers['accept-language']);
  if (language === 'en') return undefined;
  return { Location: inLanguage(url, language), 'Cache-Control': 'private, no-store', Vary: 'Cookie, Accept-Language' };
}
