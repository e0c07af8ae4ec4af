import type { Reason } from '#lib/words/reasons.ts';

export type { Reason };

/** Where in what was given something is wrong. `text` is how places were recorded before they had parts. */
export type Place =
  | { readonly field: string; readonly line?: number }
  | { readonly line: number }
  | { readonly name: string }
  | { readonly file: string }
  | { readonly feature: number; readonly line?: number | undefined }
  | { readonly text: string };

/** One thing that is wrong with what was given. */
export interface Fault {
  readonly where: Place;
  readonly reason: Reason;
}

/** A refusal as it is stored and sent: why, the first places, and how many there are in all. */
export interface RefusalRecord {
  readonly reason: Reason;
  readonly faults: readonly Fault[];
  readonly total: number;
}

/** The most faults a report lists before it gives only the total. */
export const listedFaults = 20;

/**
 * Something that was asked for and is refused. Nothing was changed. It carries the code of the rule and the facts of
 * the case; whoever faces a person puts them into words (`lib/words`).
 */
export class Refusal extends Error implements RefusalRecord {
  override name = 'Refusal';
  readonly reason: Reason;
  readonly faults: readonly Fault[];
  readonly total: number;

  constructor(reason: Reason | string, faults: readonly Fault[] = [], total: number = faults.length) {
    const given = asReason(reason);
    // for logs, and for whoever debugs: people are shown the words of `lib/words`
    super(given.code === 'worded' ? given.sentence : JSON.stringify(given));
    this.reason = given;
    this.faults = faults;
    this.total = total;
  }

  /** As it is stored and sent. */
  get record(): RefusalRecord {
    const { reason, faults, total } = this;
    return { reason, faults, total };
  }
}

/** The reason of a refusal of one field of what was given; forms show the sentence at the field. */
export function refusalAt(field: string, reason: Reason | string): Refusal {
  return new Refusal({ code: 'fields' }, [{ where: { field }, reason: asReason(reason) }]);
}

/** Gathers faults while a file is read to its end: keeps the first 20, counts all. */
export class FaultList {
  readonly first: Fault[] = [];
  total = 0;

  add(where: Place | string, reason: Reason | string): void {
    this.total++;
    if (this.first.length >= listedFaults) return;
    this.first.push({ where: typeof where === 'string' ? { text: where } : where, reason: asReason(reason) });
  }

  /** @throws Refusal when anything was added */
  refuseIfAny(reason: Reason | string): void {
    if (this.total > 0) throw new Refusal(reason, this.first, this.total);
  }
}

/** @throws Refusal when there are any: the first of them by line, and how many there are */
export function refuseFaults(reason: Reason, faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const lineOf = ({ where }: Fault) => ('line' in where ? (where.line ?? 0) : Number.POSITIVE_INFINITY);
  const sorted = faults.toSorted((one, other) => lineOf(one) - lineOf(other));
  throw new Refusal(reason, sorted.slice(0, listedFaults), sorted.length);
}

function asReason(reason: Reason | string): Reason {
  return typeof reason === 'string' ? { code: 'worded', sentence: reason } : reason;
}

/** A fault that is not coded yet. */
export function wordedFault(where: string, sentence: string): Fault {
  return { where: { text: where }, reason: { code: 'worded', sentence } };
}
