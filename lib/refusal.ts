/** One thing that is wrong with what was given, and where it stands: a line, a feature, a field. */
export interface Fault {
  readonly where: string;
  readonly message: string;
}

/** The most faults a report lists before it gives only the total. */
export const listedFaults = 20;

/**
 * Something that was asked for and is refused, in words for the person who asked. Nothing was changed.
 * `faults` holds the first 20 places; `total` counts them all.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly faults: readonly Fault[];
  readonly total: number;

  constructor(message: string, faults: readonly Fault[] = [], total: number = faults.length) {
    super(message);
    this.faults = faults;
    this.total = total;
  }
}

/** A refusal of one field of what was given; forms put the sentence at the field. */
export function refusalAt(field: string, sentence: string): Refusal {
  return new Refusal('Please mend what is marked below.', [{ where: field, message: sentence }]);
}

/** Gathers faults while a file is read to its end: keeps the first 20, counts all. */
export class FaultList {
  readonly first: Fault[] = [];
  total = 0;

  add(where: string, message: string): void {
    this.total++;
    if (this.first.length < listedFaults) this.first.push({ where, message });
  }

  /** @throws Refusal when anything was added */
  refuseIfAny(message: string): void {
    if (this.total > 0) throw new Refusal(message, this.first, this.total);
  }
}
