import type { ChangeKind, NameState } from './comparison.ts';

/** A name and what became of it; null where it stood not, or stands no more. */
export interface ChangedName {
  readonly name: string;
  readonly before: NameState | null;
  readonly after: NameState | null;
}

/** The first names of each kind of change, by name; kinds of which there are none are left out. */
export type Difference = { readonly [Kind in ChangeKind]?: readonly ChangedName[] };

/** How many names of each kind a difference shows. */
export const shownOfEachKind = 100;
