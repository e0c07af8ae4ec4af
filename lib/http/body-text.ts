import type { ApiReason } from '#lib/words/api.ts';
import type { ErrorStatus } from './answer.ts';
import type { Exchange } from './exchange.ts';
import type { ApiRequest } from './target.ts';

/** The longest body of a request of the APIs, in bytes (R1). */
const maxBodyBytes = 1024 * 1024;

/** A request refused because of its body. */
export interface BodyRefusal {
  readonly ok: false;
  readonly status: 400 | 404 | 413 | 415;
  readonly reason: ApiReason;
  readonly headers: Readonly<Record<string, string>>;
}

export type BodyText = { readonly ok: true; readonly text: string } | BodyRefusal;

/** The media type of a body in lower case, without its parameters; empty if the request has none. */
export function mediaTypeOf({ headers }: ApiRequest): string {
  return (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
}

/**
 * Reads a body of at most 1 MiB as UTF-8. An empty body is an empty text, whatever its type.
 *
 * @param isKnown whether its media type is one of `types`
 * @param types in words, for the sentence of a 415
 */
export async function readBodyText(readBody: Exchange['readBody'], isKnown: boolean, types: string): Promise<BodyText> {
  const bytes = await readBody(maxBodyBytes);
  // the rest of a body that is too long is not read, so the connection cannot be reused
  if (bytes === null) return refuseBody(413, { code: 'body-too-large', most: maxBodyBytes }, { Connection: 'close' });
  if (bytes.byteLength === 0) return { ok: true, text: '' };
  if (!isKnown) return refuseBody(415, { code: 'body-type-unknown', types });
  const text = decodeUtf8(bytes);
  return text === undefined ? refuseBody(400, { code: 'body-not-utf-8' }) : { ok: true, text };
}

/** Makes a refusal. */
export function refuseBody(
  status: BodyRefusal['status'],
  reason: ApiReason,
  headers: BodyRefusal['headers'] = {},
): BodyRefusal {
  return { ok: false, status, reason, headers };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The body cannot be read to its end: it is too slow, not valid HTTP, or its sender disconnected. */
export class BodyFault extends Error {
  override name = 'BodyFault';
  readonly status: ErrorStatus;
  readonly reason: ApiReason;

  constructor(status: ErrorStatus, reason: ApiReason) {
    super(reason.code);
    this.status = status;
    this.reason = reason;
  }
}

/** Checks the name, because the server and Next's bundle each have their own copy of the class. */
export function isBodyFault(fault: unknown): fault is BodyFault {
  return fault instanceof Error && fault.name === 'BodyFault';
}
