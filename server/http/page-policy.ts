import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { settings } from '#lib/env.ts';
import { pagePolicy } from '#lib/http/page-policy.ts';
import { mayBeFramed } from './frame-policy.ts';

/**
 * Sets the security headers of a page, among them its `pagePolicy`, and passes the nonce of its inline scripts to Next.
 *
 * @param url the page's path and query
 * @returns the nonce
 */
export function setPagePolicy(incoming: IncomingMessage, outgoing: ServerResponse, url: string): string {
  const nonce = randomBytes(16).toString('base64');
  const isFramed = mayBeFramed(url);
  const isDevelopment = process.env.NODE_ENV === 'development';
  const policy = pagePolicy({ nonce, isFramed, tileUrl: settings().streetMap?.url, isDevelopment });
  outgoing.setHeader('Content-Security-Policy', policy);
  if (!isFramed) outgoing.setHeader('X-Frame-Options', 'DENY');
  outgoing.setHeader('X-Content-Type-Options', 'nosniff');
  outgoing.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  // Next reads the nonce from this header of the request, and adds it to its inline scripts
  incoming.headers['content-security-policy'] = policy;
  return nonce;
}
