import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { now } from '#lib/clock.ts';
import { type ErrorStatus, errorBody } from '#lib/http/answer.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import { log } from '#server/process/log.ts';

/** An error of Node's HTTP parser, before there is a request or in its body. */
export interface ParserFault extends Error {
  readonly code?: string;
  /** The bytes that it could not parse; for a short request, the whole request. */
  readonly rawPacket?: Buffer;
}

interface ParserRefusal {
  readonly status: ErrorStatus;
  readonly sentence: string;
}

/** The status and sentence for an error of Node's parser (B2): 400, 408, 413 or 431. */
export function refusalOf({ code }: ParserFault): ParserRefusal {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return { status: 431, sentence: 'The request head is larger than 128 KiB; send many names in a body instead.' };
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, sentence: 'The request did not arrive whole in time.' };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, sentence: 'The chunk extensions of the body are too large.' };
    case 'HPE_INVALID_URL':
      return {
        status: 400,
        sentence: 'The request target holds characters that must be percent escapes: ā is %C4%81.',
      };
    default:
      return { status: 400, sentence: 'The request is not HTTP that this server can read.' };
  }
}

/** Answers on a socket without a request, and closes it. */
export function refuseOnSocket(socket: Duplex, fault: ParserFault): void {
  const { status, sentence } = refusalOf(fault);
  const body = errorBody(status, sentence);
  const id = requestIdOf(undefined);
  log().info({ id, status, refused: fault.code });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Content-Type: ${contentTypeFor(fault.rawPacket)}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${id}`,
      `Date: ${new Date(now()).toUTCString()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** The content type of the API (B1), as far as the request line is readable. */
function contentTypeFor(packet: Buffer | undefined): string {
  const line = packet?.toString('latin1', 0, 300) ?? '';
  const isRegistry = /^[!-~]+ +(?:https?:\/\/[^\s/?#]*)?\/1\.0[/?\s]/i.test(line);
  return isRegistry ? 'application/json; charset=utf-8' : 'application/json';
}
