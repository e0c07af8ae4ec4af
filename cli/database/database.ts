import type { Command } from 'commander';
import { act, type CommandResult, requireDatabase, UsageError } from '#cli/command-line.ts';
import { type Connections, closeDatabase, openDatabase, openWriter } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { whenUnlocked } from '#db/transaction.ts';
import { removeDemonstration, seedDemonstration } from '#flows/demonstration/seed.ts';
import { prepareWitness } from '#flows/registry/build-witness.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';

/** `migrate` and `seed`: the database itself. */
export function addDatabaseCommands(program: Command): void {
  act(program.command('migrate').description('bring the database to this version'), migrateDatabase);
  act(
    program
      .command('seed')
      .description('add or remove demonstration data')
      .option('--demo', 'add invented coverage, names, a registrar and a key')
      .option('--remove-demo', 'remove exactly what --demo added'),
    ({ nowMs }, { demo, removeDemo }: { demo?: boolean; removeDemo?: boolean }) => {
      if (demo === removeDemo) throw new UsageError('Give either --demo or --remove-demo.');
      return demo === true ? addDemonstrationData(nowMs) : removeDemonstrationData(nowMs);
    },
  );
}

async function migrateDatabase(): Promise<CommandResult> {
  const { databaseFile } = settings();
  const writer = openWriter(databaseFile);
  try {
    const { from, to } = await whenUnlocked(writer, () => migrate(writer));
    await whenUnlocked(writer, () => prepareWitness(writer));
    const line =
      from === to
        ? `${databaseFile} is already at version ${to}.`
        : `${databaseFile} went from version ${from} to ${to}.`;
    return { lines: [line], json: { from, to } };
  } finally {
    writer.sqlite.close();
  }
}

function addDemonstrationData(nowMs: number): Promise<CommandResult> {
  const { environment } = settings();
  if (environment !== 'test') throw new Refusal({ code: 'demonstration-refused', environment });
  return inMigratedDatabase(async (database, file) => {
    const added = await seedDemonstration(database, file, nowMs);
    const line = added ? 'The demonstration data were added.' : 'The demonstration data are already there.';
    return { lines: [line], json: { added } };
  });
}

function removeDemonstrationData(nowMs: number): Promise<CommandResult> {
  requireDatabase(settings().databaseFile);
  return inMigratedDatabase(async (database, file) => {
    const removed = await removeDemonstration(database, file, nowMs);
    const line = removed ? 'The demonstration data were removed.' : 'There were no demonstration data.';
    return { lines: [line], json: { removed } };
  });
}

async function inMigratedDatabase(
  work: (database: Connections, file: string) => Promise<CommandResult>,
): Promise<CommandResult> {
  const { databaseFile } = settings();
  const database = openDatabase(databaseFile);
  try {
    await whenUnlocked(database.writer, () => migrate(database.writer));
    await whenUnlocked(database.writer, () => prepareWitness(database.writer));
    return await work(database, databaseFile);
  } finally {
    closeDatabase(database);
  }
}
