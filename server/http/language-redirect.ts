import type { IncomingMessage } from 'node:http';
import { askedLanguage, inLanguage, preferredLanguage } from '#lib/messages/language.ts';

/** The public pages. All other paths are not translated. */
const publicPage = /^\/(?:$|area$|report$|availability\/|compare\/|embed(?:\/|$))/;

/**
 * The language of a page depends only on its address, which keeps caches and shared links simple. A visitor who opens a
 * page without a language in its address and prefers another than English is redirected to that language.
 *
 * @returns the headers of the redirect; undefined if no redirect is needed
 */
export function languageRedirect(
  { method, headers }: IncomingMessage,
  url: string,
): Readonly<Record<string, string>> | undefined {
  if (method !== 'GET' && method !== 'HEAD') return undefined;
  const [path = ''] = url.split('?', 1);
  if (!publicPage.test(path) || askedLanguage(url) !== undefined) return undefined;
  // navigation within the site (RSC requests) keeps the language of the current page
  if (headers.rsc !== undefined || !(headers.accept ?? '').includes('text/html')) return undefined;
  const language = preferredLanguage(headers.cookie, headers['accept-language']);
  if (language === 'en') return undefined;
  return { Location: inLanguage(url, language), 'Cache-Control': 'private, no-store', Vary: 'Cookie, Accept-Language' };
}
