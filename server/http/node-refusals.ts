import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { now } from '#lib/clock.ts';
import { type ErrorStatus, errorBody } from '#lib/http/answer.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { log } from '#server/process/log.ts';
import { headTooLarge } from './request-head.ts';

/** An error of Node's HTTP parser, before there is a request or in its body. */
export interface ParserFault extends Error {
  readonly code?: string;
  /** The bytes that it could not parse; for a short request, the whole request. */
  readonly rawPacket?: Buffer;
}

/** The status and reason for an error of Node's parser (B2): 400, 408, 413 or 431. */
export function refusalOf({ code }: ParserFault): { readonly status: ErrorStatus; readonly reason: ApiReason } {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return headTooLarge;
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return { status: 408, reason: { code: 'request-too-slow' } };
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return { status: 413, reason: { code: 'chunk-extensions-too-large' } };
    case 'HPE_INVALID_URL':
      return { status: 400, reason: { code: 'target-not-ascii' } };
    default:
      return { status: 400, reason: { code: 'not-http' } };
  }
}

/** Answers on a socket without a request, and closes it. */
export function refuseOnSocket(socket: Duplex, fault: ParserFault): void {
  const { status, reason } = refusalOf(fault);
  const body = errorBody(status, reason);
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
