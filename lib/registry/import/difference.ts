import type { ChangeKind, NameState } from './comparison.ts';

/** A name's state before and after a run; null when it was not, or no longer is, in the register. */
export interface ChangedName {
  readonly name: string;
  readonly before: NameState | null;
  readonly after: NameState | null;
}

/** The first names of each kind of change, by name; kinds without names are left out. */
export type Difference = { readonly [Kind in ChangeKind]?: readonly ChangedName[] };

/** The most names of each kind in a difference. */
export const shownOfEachKind = 100;
