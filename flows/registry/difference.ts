import type { Connection } from '#db/client.ts';
import type { RegisterScratch } from '#db/registry/scratch.ts';
import { registerStates } from '#db/registry/states.ts';
import { type ChangeKind, changeKinds, type NameState } from '#lib/registry/import/comparison.ts';
import { type ChangedName, type Difference, shownOfEachKind } from '#lib/registry/import/difference.ts';

/** The first names of each kind of change in a scratch: their states as of a revision, and after the change. */
export function differenceIn(scratch: RegisterScratch, connection: Connection, revision: number): Difference {
  const states = registerStates(connection);
  const difference: { [Kind in ChangeKind]?: readonly ChangedName[] } = {};
  const counts = scratch.countChanges();
  for (const kind of changeKinds) {
    if (counts[kind] === 0) continue;
    difference[kind] = scratch.firstOfKind(kind, shownOfEachKind).map(({ name, state }): ChangedName => {
      const before = recorded(states.find(name, revision));
      return { name, before, after: state === undefined ? before : recorded(state) };
    });
  }
  return difference;
}

/** A state without the other columns of its row; null for a name that is not in the register. */
function recorded(state: NameState | undefined): NameState | null {
  if (state === undefined || state.registered === null) return null;
  const { registered, cancelled, freeAt } = state;
  return { registered, cancelled, freeAt };
}
