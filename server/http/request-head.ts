import type { IncomingMessage } from 'node:http';
import { isForwardingHeader } from '#lib/access/caller.ts';
import type { HeadFault } from '#lib/http/exchange.ts';

/** The longest request head, in bytes (B9). */
const maxHeadBytes = 128 * 1024;

/** How much of a head Node's parser reads. Beyond it the request is unknown. */
export const maxParsedHeadBytes = 2 * maxHeadBytes;

/** What the server reads from a request head. */
export interface RequestHead {
  /** Set if the head is too long, or against RFC 9112 (B9). */
  readonly fault: HeadFault | undefined;
  /** The caller's own `X-Request-Id`; empty if there are several. */
  readonly givenId: string | undefined;
  readonly announcesBody: boolean;
  /** Whether nothing after the head can be relied on, so the connection must be closed. */
  readonly endsConnection: boolean;
}

export const headTooLarge: HeadFault = { status: 431, reason: { code: 'head-too-large', most: maxHeadBytes } };
const noHost: HeadFault = { status: 400, reason: { code: 'host-missing' } };
const secondHost: HeadFault = { status: 400, reason: { code: 'host-repeated' } };
const invalidHost: HeadFault = { status: 400, reason: { code: 'host-invalid' } };
/** The refusal of HTTP of another major version (RFC 9110, 15.6.6). */
const versionNotSupported: HeadFault = { status: 505, reason: { code: 'version-not-supported' } };
const codingNotSupported: HeadFault = { status: 501, reason: { code: 'coding-not-supported' } };
const codingIn10: HeadFault = { status: 400, reason: { code: 'coding-not-in-1.0' } };

/** `uri-host [":" port]` of RFC 9110, 7.2; empty if the target has no authority. */
const validHost = /^(?:\[[0-9A-Fa-f:.]+\]|(?:[\w.~!$&'()*+,;=-]|%[0-9A-Fa-f]{2})*)(?::\d*)?$/;

/** Reads a head in one pass, without `incoming.headers`, which Node would have to build first. */
export function readHead(incoming: IncomingMessage): RequestHead {
  const { method, url, rawHeaders, httpVersionMajor, httpVersionMinor } = incoming;
  // the usual form: `GET /… HTTP/1.1`, lines of `Name: value`, an empty line
  let bytes = (method ?? '').length + (url ?? '').length + ' '.length + ' HTTP/1.1\r\n\r\n'.length;
  let hosts = 0;
  let codings = 0;
  let framing: HeadFault | undefined;
  let fault: HeadFault | undefined;
  let givenId: string | undefined;
  let announcesBody = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    const value = rawHeaders[at + 1] as string;
    bytes += name.length + value.length + 4;
    switch (name.length) {
      case 'host'.length:
        if (name.toLowerCase() !== 'host') break;
        if (++hosts > 1) fault = secondHost;
        else if (!validHost.test(value)) fault = invalidHost;
        break;
      case 'x-request-id'.length:
        if (name.toLowerCase() === 'x-request-id') givenId = givenId === undefined ? value : '';
        break;
      case 'content-length'.length:
        if (name.toLowerCase() === 'content-length' && Number(value) > 0) announcesBody = true;
        break;
      case 'transfer-encoding'.length:
        if (name.toLowerCase() !== 'transfer-encoding') break;
        announcesBody = true;
        // the parser refuses codings after the last `chunked`, so any other line or value is a coding before it (RFC 9112, 6.1)
        if (httpVersionMinor === 0) framing = codingIn10;
        else if (++codings > 1 || value.toLowerCase() !== 'chunked') framing = codingNotSupported;
    }
  }
  if (hosts === 0 && httpVersionMinor === 1) fault = noHost;
  if (bytes > maxHeadBytes) fault = headTooLarge;
  if (httpVersionMajor !== 1) framing = versionNotSupported;
  return { fault: framing ?? fault, givenId, announcesBody, endsConnection: framing !== undefined };
}

/** Removes the caller's forwarding headers, which Next would trust (B5). */
export function removeForwardingHeaders(incoming: IncomingMessage): void {
  removeHeaders(incoming, isForwardingHeader);
}

/** Removes the headers that Next's own client sends; on an API request, Next would answer them with a redirect. */
export function removePageHeaders(incoming: IncomingMessage): void {
  removeHeaders(incoming, (name) => /^(?:rsc$|next-|x-nextjs-|x-middleware-|x-matched-path$)/i.test(name));
}

/**
 * Removes headers that Next gives itself behind its own proxies. For pages and files of `public` also those for which it would
 * read a part of a file: its answer to a range outside the file is 500, and these files are small.
 */
export function removeInternalHeaders(incoming: IncomingMessage, isForHandler: boolean): void {
  removeHeaders(incoming, (name) => internal.test(name) || (!isForHandler && ofParts.test(name)));
}

const internal =
  /^(?:x-(?:middleware|invoke|now|next|prerender|vercel)-|x-(?:matched-path|nextjs-data)$|next-resume$)/i;
const ofParts = /^(?:(?:if-)?range|if-(?:match|unmodified-since))$/i;

function removeHeaders(incoming: IncomingMessage, isUnwanted: (name: string) => boolean): void {
  for (const name of Object.keys(incoming.headers)) {
    if (isUnwanted(name)) delete incoming.headers[name];
  }
  const raw = incoming.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (isUnwanted(raw[index] ?? '')) raw.splice(index, 2);
  }
}
