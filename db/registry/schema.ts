import { integer, sqliteTable, text } from '#db/drizzle.ts';

/** Which process does what only one may do. `beat_at`: its last sign of life, by the machine's own clock. */
export const lease = sqliteTable('lease', {
  subject: text({ enum: ['release job', 'register inbox'] }).primaryKey(),
  holder: text().notNull(),
  beatAt: integer('beat_at').notNull(),
});

/** What has gone wrong and has not been put right since: `times` in a row, `since` the first of them. */
export const alarm = sqliteTable('alarm', {
  subject: text({ enum: ['release job', 'register inbox'] }).primaryKey(),
  sentence: text().notNull(),
  since: integer().notNull(),
  lastAt: integer('last_at').notNull(),
  times: integer().notNull(),
});

/**
 * A file that came into the watched folder. `taken`: its import has begun; `known`: it had come before; `refused`: see
 * its report.
 */
export const registerDelivery = sqliteTable('register_delivery', {
  id: integer().primaryKey(),
  name: text().notNull(),
  sha256: text().notNull(),
  modifiedAt: integer('modified_at').notNull(),
  state: text({ enum: ['taken', 'imported', 'known', 'refused'] }).notNull(),
  runId: integer('run_id'),
  report: text().notNull().default(''),
  takenAt: integer('taken_at').notNull(),
  endedAt: integer('ended_at'),
});
