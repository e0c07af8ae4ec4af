import { integer, sqliteTable, text } from '#db/drizzle.ts';
import { storedRefusal } from '#db/stored-json.ts';

/**
 * The backups that were made: `madeAt` is when their state was current, `sentAt` when they had arrived at the standby.
 * `fault`: why a backup could not be made; null for one that was. Instants are by the clock of the machine.
 */
export const backup = sqliteTable('backup', {
  id: integer().primaryKey(),
  kind: text({ enum: ['full', 'increment'] }).notNull(),
  madeBy: text('made_by').notNull(),
  file: text().notNull(),
  startedAt: integer('started_at').notNull(),
  endedAt: integer('ended_at').notNull(),
  madeAt: integer('made_at'),
  bytes: integer().notNull().default(0),
  sentAt: integer('sent_at'),
  fault: storedRefusal('backup.fault')(),
});
