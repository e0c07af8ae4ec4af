import type { ErrorStatus } from './answer.ts';

/** A body that will never be whole: it came too slowly, was not HTTP, or its sender went away. */
export class BodyFault extends Error {
  override name = 'BodyFault';
  readonly status: ErrorStatus;

  constructor(status: ErrorStatus, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Told by name: the server and Next's bundle each have a class of their own. */
export function isBodyFault(fault: unknown): fault is BodyFault {
  return fault instanceof Error && fault.name === 'BodyFault';
}
