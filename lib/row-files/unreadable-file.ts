import type { Reason } from '#lib/refusal.ts';

/** A file cannot be read beyond some line. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly reason: Reason;
  /** The line from which nothing more can be read. */
  readonly line: number;

  constructor(reason: Reason, line = 1) {
    super(reason.code);
    this.reason = reason;
    this.line = line;
  }
}
