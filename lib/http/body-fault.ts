import type { ApiReason } from '#lib/words/api.ts';
import type { ErrorStatus } from './answer.ts';

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
