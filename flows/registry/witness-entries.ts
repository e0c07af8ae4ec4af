import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { currentWitness, registerWitness } from '#db/registry/register-witness.ts';
import type { RegisterScratch } from '#db/registry/scratch.ts';
import { registerStates } from '#db/registry/states.ts';
import type { NameState } from '#lib/registry/import/comparison.ts';
import { type Entries, EntryCollector } from '#lib/registry/witness/entries.ts';
import { sealOfState } from '#lib/registry/witness/seal.ts';

/**
 * What the second witness will say of the names that an import or an undo changes. A state that frees a name, or that
 * keeps a release job's mark, comes from the register's own rows, so those must agree with the witness first.
 *
 * @param baseRevision the published revision with which the changes were compared
 * @throws DamageFound when they disagree
 */
export function witnessEntries(connection: Connection, scratch: RegisterScratch, baseRevision: number): Entries {
  const { hash } = registerWitness(connection);
  const collector = new EntryCollector();
  const fromRegister: string[] = [];
  for (const page of scratch.statePages()) {
    for (const { name, ...state } of page) {
      if (state.registered === null || state.freeAt !== null) fromRegister.push(name);
      collector.add(hash(name), sealOfState(state), state);
    }
  }
  if (fromRegister.length > 0) requireAgreement(connection, fromRegister, baseRevision);
  return collector.sorted();
}

function requireAgreement(connection: Connection, names: readonly string[], revision: number): void {
  const { find } = registerStates(connection);
  connection.sqlite.transaction(() => {
    // a release job was quicker: the changes will be compared again
    if (readGeneration(connection.db, 'register').value !== revision) return;
    const witness = currentWitness(connection);
    for (const name of names) witness.requireState(name, inRegister(find(name, revision)));
  })();
}

function inRegister(state: NameState | undefined): NameState | undefined {
  return state?.registered === null ? undefined : state;
}
