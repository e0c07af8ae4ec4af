import type { Connection } from '#db/client.ts';
import { readGeneration, setGeneration } from '#db/generation.ts';
import { buildWitness } from '#flows/registry/build-witness.ts';

/** Publishes rows of names and of the list that a test has written with SQL, as if they had been imported. */
export function publishRows(connection: Connection, atLeast = 0): void {
  const { value, changedAt } = readGeneration(connection.db, 'register');
  setGeneration(connection.db, 'register', Math.max(value + 1, atLeast), changedAt);
  buildWitness(connection);
}
