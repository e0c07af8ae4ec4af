import { timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { type Caller, callerOf } from '#lib/access/caller.ts';
import type { Exchange } from '#lib/http/exchange.ts';

/** What the process that took a request from its caller established, and the pages process relies on. */
export type Established = Pick<Exchange, 'caller' | 'requestId'>;

/** On requests: the proof, and what was established. */
const secretName = 'X-Watea-Secret';
const establishedName = 'X-Watea-Established';
/** On answers: who the caller turned out to be, for the log and the counts. */
const subjectName = 'X-Watea-Subject';
const accountName = 'X-Watea-Account';

/** Whether a header is only for the processes of this server; some programs read `_` in a name as `-`. */
export function isPrivateHeader(name: string): boolean {
  return /^x[-_]watea[-_]/i.test(name);
}

/** The private headers of a request, as names and values in turn. */
export function establishedHeaders(secret: string, { caller, requestId }: Established): string[] {
  const who = caller.known ? { address: caller.address.text } : { reason: caller.reason };
  return [secretName, secret, establishedName, JSON.stringify({ requestId, ...who })];
}

type Written = { readonly requestId: string } & Parameters<typeof callerOf>[0];

/**
 * Reads the private headers of a request and removes them, so that no page sees them; undefined without the right secret.
 */
export function takeEstablished(incoming: IncomingMessage, secret: string): Established | undefined {
  const { headers, rawHeaders } = incoming;
  const given = headers[secretName.toLowerCase()];
  const established = headers[establishedName.toLowerCase()];
  for (const name of Object.keys(headers)) if (isPrivateHeader(name)) delete headers[name];
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (isPrivateHeader(rawHeaders[at] ?? '')) rawHeaders.splice(at, 2);
  }
  if (typeof given !== 'string' || typeof established !== 'string' || !isSame(given, secret)) return undefined;
  const { requestId, ...who } = JSON.parse(established) as Written;
  return { requestId, caller: callerOf(who) satisfies Caller };
}

/** Compares in a time that says nothing about the secret. */
function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}

/** The private headers of an answer; none if the caller was not identified. */
export function identityHeaders({ subject, accountId }: Exchange): readonly (readonly [name: string, value: string])[] {
  if (subject === undefined) return [];
  return [
    [subjectName, subject],
    [accountName, String(accountId)],
  ];
}

/** Passes an identity in the headers of an answer on to the exchange of the process that logs and counts the request. */
export function readIdentity(headers: IncomingMessage['headers'], exchange: Exchange): void {
  const subject = headers[subjectName.toLowerCase()];
  if (typeof subject !== 'string') return;
  exchange.subject = subject;
  exchange.accountId = Number(headers[accountName.toLowerCase()]);
}
