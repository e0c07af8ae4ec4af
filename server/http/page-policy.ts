import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { settings } from '#lib/env.ts';
import { pagePolicy } from '#lib/http/page-policy.ts';
import { mayBeFramed } from './frame-policy.ts';

/**
 * Tells browsers what a page may do (`pagePolicy`), and Next the number under which its scripts may run.
 *
 * @param url of the page, as its path and query
 * @returns that number
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
  // Next reads the number from the request, and writes it beside its scripts
  incoming.headers['content-security-policy'] = policy;
  return nonce;
}
