import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { settings } from '#lib/env.ts';
import { tileOrigins } from '#lib/map/street-map.ts';
import { mayBeFramed } from './frame-policy.ts';

/**
 * Tells browsers what a page may do: scripts of this site alone and those that Next writes into the page, under a number
 * that is good for one answer; requests to this host alone, but for pictures of the street map.
 *
 * @param url of the page, as its path and query
 * @returns that number
 */
export function setPagePolicy(incoming: IncomingMessage, outgoing: ServerResponse, url: string): string {
  const nonce = randomBytes(16).toString('base64');
  const isFramed = mayBeFramed(url);
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    // the map and the staff screens place things by style attributes
    "style-src 'self' 'unsafe-inline'",
    `img-src ${["'self'", 'data:', ...streetOrigins()].join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${isFramed ? '*' : "'none'"}`,
  ].join('; ');
  outgoing.setHeader('Content-Security-Policy', policy);
  if (!isFramed) outgoing.setHeader('X-Frame-Options', 'DENY');
  outgoing.setHeader('X-Content-Type-Options', 'nosniff');
  outgoing.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
  // Next reads the number from the request, and writes it beside its scripts
  incoming.headers['content-security-policy'] = policy;
  return nonce;
}

function streetOrigins(): readonly string[] {
  const { streetMap } = settings();
  return streetMap === undefined ? [] : tileOrigins(streetMap.url);
}
