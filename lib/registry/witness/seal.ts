import type { NameState } from '#lib/registry/import/comparison.ts';
import { type ListedStatus, listedStatuses } from '#lib/registry/status.ts';

/**
 * What the witness records of a name in one byte: 0 for a free name, otherwise what it is in the low three bits and, for a
 * name of the register, the remainder of its registration above them: no flip of one bit of the date leaves it the same.
 */
export type Seal = number;

export const freeSeal: Seal = 0;
const active = 1;
const pending = 2;
/** No power of two is a multiple of it, so that every flipped bit changes the remainder. */
const remainderOf = 31;

/** The seal of a state of the register. */
export function sealOfState({ registered, cancelled }: Pick<NameState, 'registered' | 'cancelled'>): Seal {
  if (registered === null) return freeSeal;
  return (cancelled === null ? active : pending) | (Math.abs(registered % remainderOf) << 3);
}

/** Whether the witness has the dates of a name with this seal: of all that were cancelled. */
export function hasDates(seal: Seal): boolean {
  return (seal & 7) === pending;
}

/** The seal of a name on the list of names that cannot be registered; undefined: it is not on the list. */
export function sealOfListed(status: ListedStatus | undefined): Seal {
  return status === undefined ? freeSeal : listedStatuses.indexOf(status) + 1;
}
