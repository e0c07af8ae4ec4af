import { Refusal } from '#lib/refusal.ts';

/** The node's file has no place in the log: it is set aside, and the node takes a base. */
export class NeedsBase extends Refusal {
  override name = 'NeedsBase';

  constructor(file: string, why: string, options?: { cause?: unknown }) {
    super({ code: 'cluster-needs-base', file, reason: why });
    this.cause = options?.cause;
  }
}
