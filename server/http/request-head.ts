import type { IncomingMessage } from 'node:http';
import { isForwardingHeader } from '#lib/access/caller.ts';
import type { HeadFault } from '#lib/http/exchange.ts';

/** The longest request head, in bytes (B9). */
const maxHeadBytes = 128 * 1024;

/** How much of a head Node's parser reads. Beyond it the request is unknown. */
export const maxParsedHeadBytes = 2 * maxHeadBytes;

/** What the server reads from a request head. */
export interface RequestHead {
  /** Set if the head is too long (B9) or has no Host. */
  readonly fault: HeadFault | undefined;
  /** The caller's own `X-Request-Id`; empty if there are several. */
  readonly givenId: string | undefined;
  readonly announcesBody: boolean;
}

export const headTooLarge: HeadFault = { status: 431, reason: { code: 'head-too-large', most: maxHeadBytes } };
const noHost: HeadFault = { status: 400, reason: { code: 'host-missing' } };

/** Reads a head in one pass, without `incoming.headers`, which Node would have to build first. */
export function readHead({ method, url, rawHeaders, httpVersionMinor }: IncomingMessage): RequestHead {
  // the usual form: `GET /… HTTP/1.1`, lines of `Name: value`, an empty line
  let bytes = (method ?? '').length + (url ?? '').length + ' '.length + ' HTTP/1.1\r\n\r\n'.length;
  let hasHost = false;
  let givenId: string | undefined;
  let announcesBody = false;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] as string;
    const value = rawHeaders[at + 1] as string;
    bytes += name.length + value.length + 4;
    switch (name.length) {
      case 'host'.length:
        if (name.toLowerCase() === 'host') hasHost = true;
        break;
      case 'x-request-id'.length:
        if (name.toLowerCase() === 'x-request-id') givenId = givenId === undefined ? value : '';
        break;
      case 'content-length'.length:
        if (name.toLowerCase() === 'content-length' && Number(value) > 0) announcesBody = true;
        break;
      case 'transfer-encoding'.length:
        if (name.toLowerCase() === 'transfer-encoding') announcesBody = true;
    }
  }
  const fault = bytes > maxHeadBytes ? headTooLarge : !hasHost && httpVersionMinor === 1 ? noHost : undefined;
  return { fault, givenId, announcesBody };
}

/** Removes the caller's forwarding headers, which Next would trust (B5). */
export function removeForwardingHeaders(incoming: IncomingMessage): void {
  removeHeaders(incoming, isForwardingHeader);
}

/** Removes the headers that Next's own client sends; on an API request, Next would answer them with a redirect. */
export function removePageHeaders(incoming: IncomingMessage): void {
  removeHeaders(incoming, (name) => /^(?:rsc$|next-|x-nextjs-|x-middleware-|x-matched-path$)/i.test(name));
}

function removeHeaders(incoming: IncomingMessage, isUnwanted: (name: string) => boolean): void {
  for (const name of Object.keys(incoming.headers)) {
    if (isUnwanted(name)) delete incoming.headers[name];
  }
  const raw = incoming.rawHeaders;
  for (let index = raw.length - 2; index >= 0; index -= 2) {
    if (isUnwanted(raw[index] ?? '')) raw.splice(index, 2);
  }
}
