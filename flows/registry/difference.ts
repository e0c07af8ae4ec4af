import type { Connection } from '#db/client.ts';
import type { RegisterScratch } from '#db/registry/scratch.ts';
import { currentRegister } from '#db/registry/states.ts';
import { type ChangeKind, changeKinds } from '#lib/registry/import/comparison.ts';
import { type ChangedName, type Difference, shownOfEachKind } from '#lib/registry/import/difference.ts';

/** The first names of each kind of change that a scratch holds, as they stand at a revision and as they become. */
export function differenceIn(scratch: RegisterScratch, connection: Connection, revision: number): Difference {
  const standing = currentRegister(connection);
  const difference: { [Kind in ChangeKind]?: readonly ChangedName[] } = {};
  const counts = scratch.countChanges();
  for (const kind of changeKinds) {
    if (counts[kind] === 0) continue;
    const names = scratch.firstOfKind(kind, shownOfEachKind).map(({ name, state }): ChangedName => {
      const before = shown(standing.find(name, revision));
      const after = state === undefined ? before : shown(state);
      return { name, before, after };
    });
    difference[kind] = names;
  }
  return difference;
}

/** A state without what else stands in its row. */
function shown(state: ChangedName['after'] | undefined): ChangedName['after'] {
  if (state === undefined || state === null) return null;
  const { registered, cancelled, freeAt } = state;
  return registered === null ? null : { registered, cancelled, freeAt };
}
