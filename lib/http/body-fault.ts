import type { ErrorStatus } from './answer.ts';

/** The body cannot be read to its end: it is too slow, not valid HTTP, or its sender disconnected. */
export class BodyFault extends Error {
  override name = 'BodyFault';
  readonly status: ErrorStatus;

  constructor(status: ErrorStatus, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Checks the name, because the server and Next's bundle each have their own copy of the class. */
export function isBodyFault(fault: unknown): fault is BodyFault {
  return fault instanceof Error && fault.name === 'BodyFault';
}
