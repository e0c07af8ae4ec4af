import { z } from 'zod';
import { provider } from '#db/broadband/schema.ts';
import { integer, real, sqliteTable, text } from '#db/drizzle.ts';
import { staff } from '#db/staff/schema.ts';
import { coded, storedJson, storedRefusal } from '#db/stored-json.ts';
import { type AlarmFacts, conditions } from '#lib/jobs/alarm.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import type { Stage } from '#lib/jobs/stages.ts';
import type { Reason } from '#lib/refusal.ts';

/** A file being uploaded, or uploaded, for the jobs of a queue. `node`: where its file is; null outside of a cluster. */
export const upload = sqliteTable('upload', {
  id: text().primaryKey(),
  name: text().notNull(),
  bytes: integer().notNull(),
  queue: text().notNull(),
  staffId: integer('staff_id')
    .notNull()
    .references(() => staff.id, { onDelete: 'cascade' }),
  createdAt: integer('created_at').notNull(),
  node: text(),
});

/**
 * `claimedBy`: the process that runs the job, see `db/process-identity.ts`. `node`: where the file is that it reads, if that is
 * no upload; null elsewhere and outside of a cluster. `cancelledBy`: who asked it to
 * stop. `providerId`: the provider whose person asked for it; null for staff. `obstacle`: what holds it up while it runs.
 */
export const job = sqliteTable('work', {
  id: integer().primaryKey({ autoIncrement: true }),
  kind: text().notNull(),
  queue: text().notNull(),
  title: text().notNull(),
  parameters: storedJson<unknown>('work.parameters', z.looseObject({}))().notNull(),
  uploadId: text('upload_id'),
  state: text({ enum: ['waiting', 'running', 'done', 'failed', 'cancelled'] }).notNull(),
  who: text().notNull(),
  address: text(),
  createdAt: integer('created_at').notNull(),
  startedAt: integer('started_at'),
  endedAt: integer('ended_at'),
  attempts: integer().notNull().default(0),
  claimedBy: text('holder'),
  heartbeatAt: integer('heartbeat_at'),
  cancelledBy: text('cancelled_by'),
  stage: text().$type<Stage | ''>().notNull().default(''),
  done: integer().notNull().default(0),
  total: integer().notNull().default(0),
  stageStartedAt: integer('stage_started_at'),
  outcome: storedJson<JobOutcome | null>('work.outcome', coded, () => null)(),
  fault: storedRefusal('work.fault')(),
  rate: real(),
  node: text(),
  providerId: integer('provider_id').references(() => provider.id, { onDelete: 'set null' }),
  obstacle: storedJson<Reason | null>('work.obstacle', coded, () => null)(),
});

/** Which process does what only one may do. `beatAt`: its last heartbeat, by the clock that processes share. */
export const lease = sqliteTable('lease', {
  subject: text({
    enum: [
      'release job',
      'register inbox',
      'data check',
      'backup',
      'alerts',
      'outbox',
      'base',
      'coverage',
      'figures',
      'open-data',
    ],
  }).primaryKey(),
  holder: text().notNull(),
  beatAt: integer('beat_at').notNull(),
});

const damagedAlarm: AlarmFacts = { code: 'worded', sentence: 'What was stored of this alarm is damaged.' };

/**
 * What is wrong: raised `times` in a row, first at `since`. `notifiedAt`: when those who get alerts were notified;
 * `overAt`: it is over since then, and they are to be notified of that. `acknowledgedBy`: who looks after it, with a `note`.
 */
export const alarm = sqliteTable('alarm', {
  subject: text({ enum: conditions }).primaryKey(),
  facts: storedJson<AlarmFacts>('alarm.facts', coded, () => damagedAlarm)().notNull(),
  since: integer().notNull(),
  lastAt: integer('last_at').notNull(),
  times: integer().notNull(),
  notifiedAt: integer('notified_at'),
  overAt: integer('over_at'),
  acknowledgedAt: integer('acknowledged_at'),
  acknowledgedBy: text('acknowledged_by'),
  note: text(),
});

/** The daily checks of all data; `faults` null: nothing was wrong. */
export const dataCheck = sqliteTable('data_check', {
  id: integer().primaryKey(),
  startedAt: integer('started_at').notNull(),
  endedAt: integer('ended_at').notNull(),
  faults: storedRefusal('data_check.faults')(),
});
