import { integer, sqliteTable, text } from '#db/drizzle.ts';
import { coded, storedJson } from '#db/stored-json.ts';
import type { Channel, MessageKind } from '#lib/outbox/message.ts';
import type { Reason } from '#lib/refusal.ts';

/**
 * Mails and webhooks. `body` null: it was secret and is not needed any longer. `claimedUntil`: a process is sending it,
 * and has until then. `fault`: of the last attempt.
 */
export const outboxMessage = sqliteTable('outbox_message', {
  id: integer().primaryKey({ autoIncrement: true }),
  kind: text().$type<MessageKind>().notNull(),
  channel: text().$type<Channel>().notNull(),
  recipient: text().notNull(),
  subject: text().notNull(),
  body: text(),
  isSecret: integer('is_secret', { mode: 'boolean' }).notNull(),
  state: text({ enum: ['waiting', 'sent', 'failed'] }).notNull(),
  attempts: integer().notNull().default(0),
  createdAt: integer('created_at').notNull(),
  nextAttemptAt: integer('next_attempt_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  claimedUntil: integer('claimed_until').notNull().default(0),
  endedAt: integer('ended_at'),
  fault: storedJson<Reason>('outbox.fault', coded, () => ({ code: 'stored-value-damaged', column: 'outbox.fault' }))(),
});
