import type { Reason } from '#lib/words/sentences.ts';

export type { Reason };

/** The place of a fault in the input. `text` is the form in which places were recorded before they had parts. */
export type Place =
  | { readonly field: string; readonly line?: number }
  | { readonly line: number }
  | { readonly name: string }
  | { readonly file: string }
  | { readonly feature: number; readonly line?: number | undefined }
  | { readonly text: string };

/** A fault in the input. */
export interface Fault {
  readonly where: Place;
  readonly reason: Reason;
}

/** A refusal as it is stored and sent: the reason, the first faults, and how many faults there are in all. */
export interface RefusalRecord {
  readonly reason: Reason;
  readonly faults: readonly Fault[];
  readonly total: number;
}

/** The most faults that a report lists; beyond them, it only has the total. */
export const listedFaults = 20;

/**
 * A request that is refused; nothing has changed. It has the code of the rule and the facts of the case. The edges put
 * them into words (`lib/words`).
 */
export class Refusal extends Error implements RefusalRecord {
  override name = 'Refusal';
  readonly reason: Reason;
  readonly faults: readonly Fault[];
  readonly total: number;

  constructor(reason: Reason, faults: readonly Fault[] = [], total: number = faults.length) {
    // only for logs and debugging: people see the words of `lib/words`
    super(JSON.stringify(reason));
    this.reason = reason;
    this.faults = faults;
    this.total = total;
  }

  /** As it is stored and sent. */
  get record(): RefusalRecord {
    const { reason, faults, total } = this;
    return { reason, faults, total };
  }
}

/** A fault of one field of the input; forms show its sentence at the field. */
export function faultAt(field: string, reason: Reason): Fault {
  return { where: { field }, reason };
}

/** Refuses one field of the input. */
export function refusalAt(field: string, reason: Reason): Refusal {
  return new Refusal({ code: 'fields' }, [faultAt(field, reason)]);
}

/** @throws Refusal if a field has a fault, with the faults of all */
export function refuseFields(faults: readonly (Fault | undefined)[]): void {
  const found = faults.filter((fault) => fault !== undefined);
  if (found.length > 0) throw new Refusal({ code: 'fields' }, found);
}

/** A value that was found. @throws Refusal with the reason when it was not */
export function required<T>(found: T | undefined, reason: Reason): T {
  if (found === undefined) throw new Refusal(reason);
  return found;
}

/** Collects faults while a file is read to its end: keeps the first `listedFaults`, counts all. */
export class FaultList {
  readonly first: Fault[] = [];
  total = 0;

  add(where: Place, reason: Reason): void {
    this.total++;
    if (this.first.length < listedFaults) this.first.push({ where, reason });
  }

  /** @throws Refusal if a fault was added */
  refuseIfAny(reason: Reason): void {
    if (this.total > 0) throw new Refusal(reason, this.first, this.total);
  }
}

/** @throws Refusal if there are faults, with the first of them by line and their total */
export function refuseFaults(reason: Reason, faults: readonly Fault[]): void {
  if (faults.length === 0) return;
  const lineOf = ({ where }: Fault) => ('line' in where ? (where.line ?? 0) : Number.POSITIVE_INFINITY);
  const sorted = faults.toSorted((one, other) => lineOf(one) - lineOf(other));
  throw new Refusal(reason, sorted.slice(0, listedFaults), sorted.length);
}
