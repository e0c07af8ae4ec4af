import type { Command } from 'commander';
import { act, requireDatabase, UsageError } from '#cli/command-line.ts';
import { closeDatabase, openDatabase, openWriter } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { removeDemonstration, seedDemonstration } from '#flows/demonstration/seed.ts';
import { settings } from '#lib/env.ts';
import { Refusal } from '#lib/refusal.ts';

/** `migrate` and `seed`: the database itself. */
export function addDatabaseCommands(program: Command): void {
  act(program.command('migrate').description('bring the database to this version'), () => {
    const { databaseFile } = settings();
    const writer = openWriter(databaseFile);
    try {
      const { from, to } = migrate(writer);
      const line =
        from === to
          ? `${databaseFile} is at version ${to} already.`
          : `${databaseFile} went from version ${from} to ${to}.`;
      return { lines: [line], json: { from, to } };
    } finally {
      writer.sqlite.close();
    }
  });

  act(
    program
      .command('seed')
      .description('lay or remove demonstration data')
      .option('--demo', 'lay invented coverage, names, a registrar and a key')
      .option('--remove-demo', 'remove exactly what --demo laid'),
    async ({ nowMs }, options: { demo?: boolean; removeDemo?: boolean }) => {
      if ((options.demo === true) === (options.removeDemo === true)) {
        throw new UsageError('Say one of --demo and --remove-demo.');
      }
      const { databaseFile, environment } = settings();
      if (options.demo === true && environment !== 'test') {
        throw new Refusal(`Demonstration data belong in the test environment only; this is ${environment}.`);
      }
      if (options.removeDemo === true) requireDatabase(databaseFile);
      const database = openDatabase(databaseFile);
      try {
        migrate(database.writer);
        if (options.demo === true) {
          const laid = await seedDemonstration(database, databaseFile, nowMs);
          return {
            lines: [laid ? 'The demonstration data are laid.' : 'The demonstration data stand already.'],
            json: { laid },
          };
        }
        const removed = await removeDemonstration(database, databaseFile, nowMs);
        return {
          lines: [removed ? 'The demonstration data are gone.' : 'There were no demonstration data.'],
          json: { removed },
        };
      } finally {
        closeDatabase(database);
      }
    },
  );
}
