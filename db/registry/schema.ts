import { z } from 'zod';
import { blob, integer, primaryKey, sqliteTable, text } from '#db/drizzle.ts';
import { coded, storedJson, storedRefusal } from '#db/stored-json.ts';
import type { DeliveryOutcome } from '#lib/registry/import/delivery.ts';
import type { Difference } from '#lib/registry/import/difference.ts';
import { listedStatuses } from '#lib/registry/status.ts';

/**
 * Every state that a name has had. `registered` null: the name left the register. `free_at`: the release job's mark (R9).
 * `superseded`: there is a newer published state. It keeps the index of pending names small and decides nothing.
 */
export const domain = sqliteTable(
  'domain',
  {
    name: text().notNull(),
    revision: integer().notNull(),
    registered: integer(),
    cancelled: integer(),
    freeAt: integer('free_at'),
    superseded: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.name, table.revision] })],
);

/**
 * The names that a full file lacked, with its run in `since_run`. They keep their status until the next full file lacks
 * them too. `returned_run`: the import of changes that has listed the name since.
 */
export const missingName = sqliteTable(
  'missing_name',
  { name: text().notNull(), sinceRun: integer('since_run').notNull(), returnedRun: integer('returned_run') },
  (table) => [primaryKey({ columns: [table.sinceRun, table.name] })],
);

export const listedName = sqliteTable('listed_name', {
  name: text().primaryKey(),
  status: text({ enum: listedStatuses }).notNull(),
  reason: text().notNull().default(''),
});

/**
 * Every change of the register by a file, or by undoing the last one (`undoes`). `difference`: the first names of each
 * kind of change; `fault`: why it failed; `holder`: the process that runs it.
 */
export const registerRun = sqliteTable('register_run', {
  id: integer().primaryKey(),
  kind: text({ enum: ['merge', 'replace', 'undo'] }).notNull(),
  state: text({ enum: ['staging', 'published', 'failed', 'undone'] }).notNull(),
  revision: integer().notNull(),
  baseRevision: integer('base_revision').notNull(),
  source: text().notNull(),
  sha256: text(),
  who: text().notNull().default(''),
  undoes: integer(),
  startedAt: integer('started_at').notNull(),
  endedAt: integer('ended_at'),
  elapsedMs: integer('elapsed_ms'),
  processIdentity: text('holder').notNull(),
  heartbeatAt: integer('heartbeat_at').notNull(),
  counts: storedJson<Record<string, number>>('register_run.counts', z.record(z.string(), z.number()), () => ({}))()
    .notNull()
    .default({}),
  difference: storedJson<Difference | null>('register_run.difference', z.looseObject({}), () => null)(),
  fault: storedRefusal('register_run.fault')(),
});

/** `who` '': the daily job itself. */
export const releaseRun = sqliteTable('release_run', {
  scheduleDate: integer('schedule_date').primaryKey(),
  kind: text({ enum: ['scheduled', 'catch-up', 'command'] }).notNull(),
  ranAt: integer('ran_at').notNull(),
  freeAt: integer('free_at').notNull(),
  released: integer().notNull(),
  revision: integer().notNull(),
  elapsedMs: integer('elapsed_ms'),
  who: text().notNull().default(''),
});

/**
 * The second witness of the release jobs: each of them, and a checksum of the names that it released (`release-witness.ts`).
 */
export const releaseWitness = sqliteTable('release_witness', {
  scheduleDate: integer('schedule_date').primaryKey(),
  freeAt: integer('free_at').notNull(),
  released: integer().notNull(),
  revision: integer().notNull(),
  names: integer().notNull(),
});

/**
 * A file found in the watched folder. `taken`: its import has been asked for; `known`: the register already has it;
 * `outcome`: what its report says, null while it is being imported.
 */
export const registerDelivery = sqliteTable('register_delivery', {
  id: integer().primaryKey(),
  name: text().notNull(),
  sha256: text().notNull(),
  modifiedAt: integer('modified_at').notNull(),
  state: text({ enum: ['taken', 'imported', 'known', 'refused'] }).notNull(),
  runId: integer('run_id'),
  takenAt: integer('taken_at').notNull(),
  endedAt: integer('ended_at'),
  outcome: storedJson<DeliveryOutcome | null>('register_delivery.outcome', coded, () => null)(),
});

/** The key of the hashes of names (8 bytes). `isBuilt`: whether the database has its first witness. */
export const witnessKey = sqliteTable('witness_key', {
  id: integer().primaryKey(),
  key: blob({ mode: 'buffer' }).notNull(),
  isBuilt: integer('is_built', { mode: 'boolean' }).notNull(),
});

export const witnessLogs = ['register', 'listed names'] as const;

/**
 * What a revision changed about names that are not free, after the revision `previous`; `whole`: all of them instead.
 * `checksum`: of the other columns and the bytes of the `parts`.
 */
export const witnessRecord = sqliteTable(
  'witness_record',
  {
    log: text({ enum: witnessLogs }).notNull(),
    revision: integer().notNull(),
    whole: integer({ mode: 'boolean' }).notNull(),
    previous: integer().notNull(),
    parts: integer().notNull(),
    checksum: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.log, table.revision, table.whole] })],
);

/** A piece of the bytes of a witness record: of `encodeEntries`. A staged import has pieces before it has a record. */
export const witnessPart = sqliteTable('witness_part', {
  id: integer().primaryKey(),
  log: text({ enum: witnessLogs }).notNull(),
  revision: integer().notNull(),
  whole: integer({ mode: 'boolean' }).notNull(),
  part: integer().notNull(),
  body: blob({ mode: 'buffer' }).notNull(),
});
