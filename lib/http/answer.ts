import { type ApiReason, apiSentence } from '#lib/words/api.ts';
import type { StreamedBody } from './streamed-body.ts';

/** The answer of a handler, before the headers that every answer has are added. */
export interface Answer {
  readonly status: number;
  /** The body's content type, if it differs from the endpoint's own (B1). */
  readonly contentType?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamedBody | null;
}

/** The statuses of errors of the two APIs (B2). */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 431 | 500 | 501 | 503 | 505;

/** The body of every error of both APIs: `{"code":<status>,"error":"<sentence>"}` (B2). */
export function errorBody(status: ErrorStatus, reason: ApiReason): string {
  return `{"code":${status},"error":${JSON.stringify(apiSentence(reason))}}`;
}

/** An error as an answer (B2), with its own headers, such as `Allow` or `Retry-After`. */
export function errorAnswer(
  status: ErrorStatus,
  reason: ApiReason,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers, body: errorBody(status, reason) };
}
