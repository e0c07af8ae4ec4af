import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connection } from '#db/client.ts';
import { readGeneration } from '#db/generation.ts';
import { listedNames } from '#db/registry/listed-names.ts';
import { currentWitness } from '#db/registry/register-witness.ts';
import { allReleases } from '#db/registry/release-runs.ts';
import { requireReleases, witnessedStatesOf } from '#db/registry/release-witness.ts';
import { registerStates } from '#db/registry/states.ts';
import type { DamageList } from '#lib/readiness.ts';

/**
 * Compares every name of the register and of the list with the second witness, both ways: the witness is what the last
 * full file and all changes since said. Release jobs are compared with theirs, and the names they released. What differs
 * is added to `found`.
 *
 * @throws DamageFound when the witness is unusable, or what SQLite throws for pages that it cannot read
 */
export async function checkRegister(connection: Connection, found: DamageList): Promise<void> {
  const { witness, published } = connection.sqlite.transaction(() => ({
    witness: currentWitness(connection),
    published: readGeneration(connection.db, 'register').value,
  }))();
  const names = witness.entries('register').size;
  let read = 0;
  for (const page of registerStates(connection).pages(published)) {
    for (const { name, ...state } of page) {
      if (state.registered === null) continue;
      read++;
      found.try(() => witness.requireState(name, state));
    }
    await nextTurn();
  }
  if (read < names) found.add({ code: 'names-lost', count: names - read });

  const listed = witness.entries('listed names').size;
  let onList = 0;
  for (const { name, status } of listedNames(connection)) {
    onList++;
    found.try(() => witness.requireListed(name, status));
  }
  if (onList < listed) found.add({ code: 'names-lost', count: listed - onList });
  await checkReleases(connection, found);
}

async function checkReleases(connection: Connection, found: DamageList): Promise<void> {
  const { sqlite } = connection;
  found.try(() => requireReleases(connection));
  for (const run of allReleases(connection)) {
    // one state of the job's names and of its witness
    found.try(sqlite.transaction(() => Array.from(witnessedStatesOf(connection, run))));
    await nextTurn();
  }
}

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
