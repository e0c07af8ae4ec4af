import type { IncomingMessage } from 'node:http';
import { isForwardingHeader } from '#lib/access/caller.ts';
import type { HeadFault } from '#lib/http/exchange.ts';

/** The longest request head, in bytes (B9). */
const maxHeadBytes = 128 * 1024;

/** What Node's parser reads of a head; beyond it nobody knows any more what was asked. */
export const maxParsedHeadBytes = 2 * maxHeadBytes;

/** What the server itself wants to know of a head whose target can be read. */
export interface RequestHead {
  /** It is too long (B9), or names no host. */
  readonly fault: HeadFault | undefined;
  /** The caller's own `X-Request-Id`; empty when there are several. */
  readonly givenId: string | undefined;
  readonly announcesBody: boolean;
}

const tooLong: HeadFault = {
  status: 431,
  sentence: 'The request head is larger than 128 KiB; send many names in a body instead.',
};
const noHost: HeadFault = { status: 400, sentence: 'The Host header is missing.' };

/** Reads a head in one pass; `incoming.headers`, which would make an object of it, stays unmade. */
export function readHead({ method, url, rawHeaders, httpVersionMinor }: IncomingMessage): RequestHead {
  // as clients write it: `GET /… HTTP/1.1`, lines of `Name: value`, an empty line
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
  const fault = bytes > maxHeadBytes ? tooLong : !hasHost && httpVersionMinor === 1 ? noHost : undefined;
  return { fault, givenId, announcesBody };
}

/** What a caller claims about forwarding never reaches Next, which would believe it (B5). */
export function removeForwardingHeaders(incoming: IncomingMessage): void {
  removeHeaders(incoming, isForwardingHeader);
}

/** Headers by which Next's own pages speak to it; on a request of the APIs it would obey them, with a redirect. */
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
