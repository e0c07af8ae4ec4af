import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { type ErrorStatus, errorBody } from '#lib/http/answer.ts';
import { originHeadersOf } from '#lib/http/endpoint.ts';
import { publicPathAt, publicPaths, unownedPaths } from '#lib/http/public-paths.ts';
import { requestIdOf } from '#lib/http/request-id.ts';
import { answerKindOf, securityHeaders } from '#lib/http/security-headers.ts';
import { parseTarget } from '#lib/http/target.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { log } from '#server/process/log.ts';
import { endGently } from './request-body.ts';
import { headTooLarge } from './request-head.ts';

/** An error of Node's HTTP parser, before there is a request or in its body. */
export interface ParserFault extends Error {
  readonly code?: string;
  /** The bytes that it could not parse; for a short request, the whole request. */
  readonly rawPacket?: Buffer;
  /** How many bytes of `rawPacket` it had read. */
  readonly bytesParsed?: number;
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

/** Answers on a socket without a request, and closes it when its caller has seen the answer. */
export function refuseOnSocket(socket: Duplex, fault: ParserFault): void {
  const { status, reason } = refusalOf(fault);
  const body = errorBody(status, reason);
  const id = requestIdOf(undefined);
  log().info({ id, status, refused: fault.code });
  const headers = [
    ...headersAt(requestedPath(fault)),
    'Content-Length',
    String(Buffer.byteLength(body)),
    'X-Request-Id',
    id,
    'Cache-Control',
    'no-store',
    'Date',
    new Date(now()).toUTCString(),
    'Connection',
    'close',
  ];
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n`;
  for (let at = 0; at < headers.length; at += 2) head += `${headers[at]}: ${headers[at + 1]}\r\n`;
  endGently(socket, `${head}\r\n${body}`);
}

const everyPath = { ...publicPaths, ...unownedPaths };

/** The headers that all errors at a path have: its content type (B1), who may read it (R12, N9), what browsers may do (B13). */
function headersAt(path: string): string[] {
  const found = publicPathAt(path);
  // nobody can say which page was meant, or whether it was one: the error is JSON
  const answered = found === undefined ? publicPaths.places : everyPath[found.name];
  return [
    'Content-Type',
    answered.contentType,
    ...originHeadersOf(answered),
    ...securityHeaders(settings().baseUrl)[answerKindOf(found, path)],
  ];
}

/** The path of the request that could not be parsed, as far as a request line can be read before the fault. */
function requestedPath({ rawPacket, bytesParsed = 0 }: ParserFault): string {
  const text = rawPacket?.toString('latin1', 0, bytesParsed + 1000) ?? '';
  const lines = [...text.matchAll(/(?:^|\n)[A-Za-z-]+ +((?:https?:\/\/|\/)\S*)/g)];
  const line = lines.findLast(({ index }) => index <= bytesParsed) ?? lines[0];
  return parseTarget(line?.[1] ?? '').path;
}
