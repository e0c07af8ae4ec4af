import type { IncomingMessage } from 'node:http';
import { isForwardingHeader } from '#lib/access/caller.ts';
import type { HeadFault } from '#lib/http/exchange.ts';

/** The longest request head, in bytes (B9). */
const maxHeadBytes = 128 * 1024;

/** What Node's parser reads of a head; beyond it nobody knows any more what was asked. */
export const maxParsedHeadBytes = 2 * maxHeadBytes;

/** What is wrong with a head whose target can be read: it is too long (B9), or names no host. */
export function headFaultOf(incoming: IncomingMessage): HeadFault | undefined {
  if (headBytes(incoming) > maxHeadBytes) {
    return { status: 431, sentence: 'The request head is larger than 128 KiB; send many names in a body instead.' };
  }
  if (incoming.headers.host === undefined && incoming.httpVersion === '1.1') {
    return { status: 400, sentence: 'The Host header is missing.' };
  }
  return undefined;
}

/** The head as clients write it: `GET /… HTTP/1.1`, lines of `Name: value`, an empty line. */
function headBytes({ method, url, rawHeaders }: IncomingMessage): number {
  let bytes = (method ?? '').length + (url ?? '').length + ' '.length + ' HTTP/1.1\r\n\r\n'.length;
  for (const text of rawHeaders) bytes += text.length + 2;
  return bytes;
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
