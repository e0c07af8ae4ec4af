import type { Connection } from '#db/client.ts';
import { isCompatible, migrationSteps, runStep } from '#db/migrate.ts';
import type { MigrationEntry } from '#lib/cluster/entry.ts';
import { Refusal } from '#lib/refusal.ts';

/**
 * Does what a migration of the log does, in the transaction of its entry. A program that does not know it can run its SQL
 * if it is marked as compatible; otherwise the node stops here until it is updated.
 *
 * @throws Refusal `cluster-newer-schema`
 */
export function applyMigration(connection: Connection, { schema, name, sql }: MigrationEntry): void {
  const isKnown = migrationSteps().some((step) => step.name === name);
  if (!isKnown && !isCompatible(sql)) throw new Refusal({ code: 'cluster-newer-schema', migration: name });
  runStep(connection, { version: schema, name, sql });
}
