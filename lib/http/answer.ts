import type { StreamedBody } from './streamed-body.ts';

/** What a handler answers, before the edge adds what every answer carries. */
export interface Answer {
  readonly status: number;
  /** Of the body, when it is not the operation's own (B1). */
  readonly contentType?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamedBody | null;
}

/** The statuses an error of the two APIs may have (B2). */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 429 | 431 | 500 | 503;

/** The body of every error of both APIs: `{"code":<status>,"error":"<sentence>"}` (B2). */
export function errorBody(status: ErrorStatus, sentence: string): string {
  return `{"code":${status},"error":${JSON.stringify(sentence)}}`;
}

/** An error as an answer (B2); `headers` are those that belong to it, such as `Allow` or `Retry-After`. */
export function errorAnswer(
  status: ErrorStatus,
  sentence: string,
  headers: Readonly<Record<string, string>> = {},
): Answer {
  return { status, headers, body: errorBody(status, sentence) };
}
