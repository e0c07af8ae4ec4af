import { integer, sqliteTable, text } from './drizzle.ts';

/**
 * The tables as questions see them; `migrations/` makes them (by hand: Drizzle's kit knows neither WITHOUT ROWID nor
 * virtual tables) and a test compares the two. Instants are epoch milliseconds except the register's
 * `registered` and `cancelled`, which are epoch seconds, the resolution of its dates.
 */

/** What each process may cache, and the value that changes whenever its cache is out of date. */
export const generation = sqliteTable('generation', {
  subject: text({
    enum: ['register', 'listed names', 'allowlist', 'keys', 'coverage', 'technologies', 'drawings', 'places'],
  }).primaryKey(),
  value: integer().notNull(),
  changedAt: integer('changed_at').notNull(),
});
