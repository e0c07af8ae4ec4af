import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorStatus, errorBody } from '#lib/http/answer.ts';
import { requestIdOf } from '#lib/http/request-id.ts';

/** What Node's parser refuses before there is a request, as an error of both APIs (B2): 400, 408, 413 or 431. */
export function refusalOf(code: string | undefined): { status: ErrorStatus; sentence: string } {
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

/** Answers on a socket that has no response object, and closes it. */
export function refuseOnSocket(socket: Duplex, status: ErrorStatus, sentence: string): void {
  const body = errorBody(status, sentence);
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestIdOf(undefined)}`,
      `Date: ${new Date().toUTCString()}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
