import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { listedNames } from '#db/registry/listed-names.ts';
import { currentWitness } from '#db/registry/register-witness.ts';
import { requireReleases } from '#db/registry/release-witness.ts';
import { registerStates } from '#db/registry/states.ts';

/** Names are read from this many places of the register, this many from each; of the list only the first. */
const places = 40;
const namesEach = 25;
const mostListed = 1000;

/**
 * Reads the second witness, and compares a sample of names and the release jobs with it.
 *
 * @throws DamageFound when the witness is unusable, or a name or a job differs
 */
export function sampleRegister(connection: Connection): void {
  const compare = connection.sqlite.transaction(() => {
    const witness = currentWitness(connection);
    const { value: published } = readGeneration(connection.db, 'register');
    for (let place = 0; place < places; place++) {
      const after = Math.random().toString(36).slice(2, 6);
      for (const { name, ...state } of registerStates(connection).someAfter(after, published, namesEach)) {
        witness.requireState(name, state.registered === null ? undefined : state);
      }
    }
    let listed = 0;
    for (const { name, status } of listedNames(connection)) {
      witness.requireListed(name, status);
      if (++listed === mostListed) break;
    }
  });
  compare();
  requireReleases(connection);
}
