import { integer, sqliteTable, text } from './drizzle.ts';

/**
 * The tables as questions see them; `migrations/` makes them (by hand: Drizzle's kit knows neither WITHOUT ROWID nor
 * virtual tables) and a test holds the two together. Instants are epoch milliseconds except the register's
 * `registered` and `cancelled`, which are epoch seconds, the resolution of its dates.
 */

/** What each process may hold in memory, and the value that says whether it still holds the right one. */
export const generation = sqliteTable('generation', {
  subject: text({ enum: ['register', 'allowlist', 'keys', 'coverage', 'technologies', 'places'] }).primaryKey(),
  value: integer().notNull(),
  changedAt: integer('changed_at').notNull(),
});
