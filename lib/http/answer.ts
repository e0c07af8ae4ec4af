import { type ApiReason, apiSentence } from '#lib/words/api.ts';

/** The answer of a handler, before the headers that every answer has are added. */
export interface Answer {
  readonly status: number;
  /** The body's content type, if it differs from the endpoint's own (B1). */
  readonly contentType?: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array | StreamedBody | null;
}

/** The statuses of errors of the two APIs (B2). */
export type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 410 | 413 | 415 | 429 | 431 | 500 | 501 | 503 | 505;

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

type Chunk = string | Uint8Array | undefined;

/** A body that is made while it is sent, so that a long one is never in memory as a whole or blocks the event loop. */
export interface StreamedBody {
  /** Its length, if that is known from the start. */
  readonly byteLength?: number;
  /** The next chunk, or undefined after the last one. The event loop turns between two calls. */
  next(): Chunk | Promise<Chunk>;
  /** Called once: after the last chunk, when the caller disconnects, or after `next` has thrown. */
  end(): void;
}

export function isStreamed(body: string | Uint8Array | StreamedBody | null): body is StreamedBody {
  return body !== null && typeof body === 'object' && 'next' in body;
}

/** Resolves in the next turn of the event loop, after other events were handled. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A body that is already made, sent chunk by chunk. */
export function madeBody(chunks: readonly Uint8Array[]): StreamedBody {
  const left = chunks.toReversed();
  return {
    byteLength: chunks.reduce((sum, { byteLength }) => sum + byteLength, 0),
    next: () => left.pop(),
    end: () => void left.splice(0),
  };
}

/** Converts a streamed body to a web-standard stream, which takes a chunk when its reader has room for it. */
export function readableStreamOf(body: StreamedBody, onFault: (fault: unknown) => void): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      await nextTurn();
      try {
        const chunk = await body.next();
        if (chunk !== undefined) return controller.enqueue(typeof chunk === 'string' ? encoder.encode(chunk) : chunk);
        controller.close();
      } catch (fault) {
        onFault(fault);
        controller.error(fault);
      }
      body.end();
    },
    cancel: () => body.end(),
  });
}
