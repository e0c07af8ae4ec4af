import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorStatus } from '#lib/http/answer.ts';
import type { HeadFault } from '#lib/http/exchange.ts';
import { pageMethods } from '#lib/http/page-paths.ts';
import type { Target } from '#lib/http/target.ts';
import { type ApiReason, apiSentence } from '#lib/words/api.ts';
import { endGentlyAfterLast } from './request-body.ts';

/**
 * The longest body that is posted to a page, in bytes: Next's own limit for a Server Action. Files are uploaded in parts.
 */
export const maxPostedBytes = 1024 * 1024;

/**
 * Answers a request for a page that Next must not see: a malformed one, one by a method that the page does not have, a write
 * that a browser sends for another site, a body that is too long, and OPTIONS (B3, B9, B14). Next would answer some of these with 200, others with 500.
 *
 * @returns whether it was answered
 */
export function answerForPage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  target: Target,
  headFault: HeadFault | undefined,
): boolean {
  if (headFault !== undefined) return refusePage(outgoing, headFault.status, headFault.reason);
  if (!target.ok) return refusePage(outgoing, 400, target.reason);
  const { method = '' } = incoming;
  const methods = pageMethods(target.path);
  const allow = methods.join(', ');
  if (method === 'OPTIONS') {
    outgoing.writeHead(204, { Allow: allow }).end();
    return true;
  }
  if (!methods.includes(method)) {
    return refusePage(outgoing, 405, { code: 'method-not-allowed', allow, method }, { Allow: allow });
  }
  if (method === 'GET' || method === 'HEAD') return false;
  if (isFromElsewhere(incoming)) return refusePage(outgoing, 403, { code: 'write-from-elsewhere' });
  if (!isActionId(incoming.headers['next-action'])) return refusePage(outgoing, 400, { code: 'action-id-invalid' });
  return method === 'POST' && Number(incoming.headers['content-length'] ?? 0) > maxPostedBytes
    ? refuseLongBody(outgoing)
    : false;
}

/** Whether a text can be the id of a Server Action. Next would log any other with a stack trace, whatever it contains (B8). */
function isActionId(given: string | string[] | undefined): boolean {
  return given === undefined || /^[0-9a-f]{40,64}$/.test(String(given));
}

/** Whether the browser says that another site made the request, whatever its `Origin`; programs do not send this header. */
function isFromElsewhere({ headers }: IncomingMessage): boolean {
  const site = headers['sec-fetch-site'];
  return site !== undefined && site !== 'same-origin' && site !== 'none';
}

/** Refuses a body before the rest of it is read, so that the connection cannot be used again. */
export function refuseLongBody(outgoing: ServerResponse): true {
  outgoing.shouldKeepAlive = false;
  if (outgoing.socket !== null) endGentlyAfterLast(outgoing.socket);
  return refusePage(outgoing, 413, { code: 'body-too-large', most: maxPostedBytes });
}

/** Refuses a request for a page in one sentence of plain text. */
export function refusePage(
  outgoing: ServerResponse,
  status: ErrorStatus,
  reason: ApiReason,
  headers: Readonly<Record<string, string>> = {},
): true {
  const text = `${apiSentence(reason)}\n`;
  const type = { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': String(Buffer.byteLength(text)) };
  outgoing.writeHead(status, { ...type, 'Cache-Control': 'no-store', ...headers }).end(text);
  return true;
}
