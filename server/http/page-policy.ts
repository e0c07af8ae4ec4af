import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { settings } from '#lib/env.ts';
import { mayBeFramed, pagePolicy } from '#lib/http/security-headers.ts';

/**
 * Sets the `pagePolicy` of a page, and passes the nonce of its inline scripts to Next. The other security headers are those
 * of its kind (`lib/http/policy/security-headers.ts`).
 *
 * @param url the page's path and query
 * @returns the nonce
 */
export function setPagePolicy(incoming: IncomingMessage, outgoing: ServerResponse, url: string): string {
  const nonce = randomBytes(16).toString('base64');
  const isFramed = mayBeFramed(url);
  const isDevelopment = process.env.NODE_ENV === 'development';
  const { streetMap, aerialMap } = settings();
  const tileUrls = [streetMap, aerialMap].flatMap((map) => (map === undefined ? [] : [map.url]));
  const policy = pagePolicy({ nonce, isFramed, tileUrls, isDevelopment });
  outgoing.setHeader('Content-Security-Policy', policy);
  // Next reads the nonce from this header of the request, and adds it to its inline scripts
  incoming.headers['content-security-policy'] = policy;
  return nonce;
}
