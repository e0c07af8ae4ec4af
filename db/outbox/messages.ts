import type { Connection, Db } from '#db/client.ts';
import { and, asc, count, eq, inArray, lte } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import type { Channel, MessageKind, NewMessage } from '#lib/outbox/message.ts';
import { messageDays, triedForMs } from '#lib/outbox/retry.ts';
import type { Reason } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { outboxMessage } from './schema.ts';

export type OutboxMessage = typeof outboxMessage.$inferSelect;
export type MessageState = OutboxMessage['state'];
export const messageStates = ['waiting', 'failed', 'sent'] as const satisfies readonly MessageState[];
export const messageSorts = ['queued', 'next'] as const;

export interface MessageQuery extends PageRequest<(typeof messageSorts)[number]> {
  /** Part of a recipient or a subject; empty for all. */
  readonly search: string;
  readonly state: MessageState | undefined;
}

/** Stores a message to be sent at once. @returns its number */
export function insertMessage(db: Db, { isSecret = false, expiresAt, ...given }: NewMessage, nowMs: EpochMs): number {
  const times = { createdAt: nowMs, nextAttemptAt: nowMs, expiresAt: expiresAt ?? nowMs + triedForMs };
  const row = { ...given, ...times, isSecret, state: 'waiting' } as const;
  return db.insert(outboxMessage).values(row).returning({ id: outboxMessage.id }).get().id;
}

/** How many messages are in each state. */
export function countMessages({ db }: Pick<Connection, 'db'>): Readonly<Record<MessageState, number>> {
  const { state } = outboxMessage;
  const rows = db.select({ state, total: count() }).from(outboxMessage).groupBy(state).all();
  const totals = { waiting: 0, failed: 0, sent: 0 };
  for (const row of rows) totals[row.state] = row.total;
  return totals;
}

export function getMessage({ db }: Pick<Connection, 'db'>, id: number): OutboxMessage | undefined {
  return db.select().from(outboxMessage).where(eq(outboxMessage.id, id)).get();
}

/** A page of the messages. */
export function pageOfMessages({ db }: Pick<Connection, 'db'>, wanted: MessageQuery): Page<OutboxMessage> {
  const { state, recipient, subject, createdAt, nextAttemptAt } = outboxMessage;
  return pageOf(db, wanted, {
    table: outboxMessage,
    matches: and(
      anyContains(wanted.search, recipient, subject),
      wanted.state === undefined ? undefined : eq(state, wanted.state),
    ),
    sorts: { queued: createdAt, next: nextAttemptAt },
    select: (isOnPage) => db.select().from(outboxMessage).where(isOnPage),
  });
}

/** The next message of a channel that is due and that no process is sending. */
export function nextDueMessage(
  { db }: Pick<Connection, 'db'>,
  channel: Channel,
  nowMs: EpochMs,
): OutboxMessage | undefined {
  const isDue = and(lte(outboxMessage.nextAttemptAt, nowMs), lte(outboxMessage.claimedUntil, nowMs));
  return db
    .select()
    .from(outboxMessage)
    .where(and(eq(outboxMessage.state, 'waiting'), eq(outboxMessage.channel, channel), isDue))
    .orderBy(asc(outboxMessage.nextAttemptAt), asc(outboxMessage.id))
    .limit(1)
    .get();
}

type Changes = Partial<
  Pick<
    OutboxMessage,
    'state' | 'attempts' | 'nextAttemptAt' | 'expiresAt' | 'claimedUntil' | 'endedAt' | 'fault' | 'body'
  >
>;

export function updateMessage(db: Db, id: number, changes: Changes): void {
  db.update(outboxMessage).set(changes).where(eq(outboxMessage.id, id)).run();
}

/** Whether a waiting message has become too old. */
export function isAnyExpired({ db }: Pick<Connection, 'db'>, nowMs: EpochMs): boolean {
  const { id, state, expiresAt } = outboxMessage;
  const isOver = and(eq(state, 'waiting'), lte(expiresAt, nowMs));
  return db.select({ id }).from(outboxMessage).where(isOver).limit(1).get() !== undefined;
}

/** Ends the waiting messages that have become too old, whatever their channel. @returns how many */
export function endExpiredMessages(db: Db, fault: Reason, nowMs: EpochMs): number {
  const { state, expiresAt, claimedUntil, isSecret } = outboxMessage;
  const isOver = and(eq(state, 'waiting'), lte(expiresAt, nowMs), lte(claimedUntil, nowMs));
  const ended = { state: 'failed', endedAt: nowMs, fault } as const;
  const secret = db.update(outboxMessage).set({ ...ended, body: null });
  const removed = secret.where(and(isOver, eq(isSecret, true))).run().changes;
  return removed + db.update(outboxMessage).set(ended).where(isOver).run().changes;
}

/** Deletes the waiting messages of a kind to an address, which are of no use any longer. */
export function withdrawMessages(db: Db, kind: MessageKind, recipient: string): void {
  const { state, kind: ownKind, recipient: to } = outboxMessage;
  db.delete(outboxMessage)
    .where(and(eq(state, 'waiting'), eq(ownKind, kind), eq(to, recipient)))
    .run();
}

/**
 * Deletes the messages that are older than `messageDays`, with the addresses in them, from the pages of the file too.
 *
 * @param most how many at a time, since the write lock may be held only briefly
 * @returns how many were deleted
 */
export function forgetMessages({ db, sqlite }: Connection, nowMs: EpochMs, most = 200): number {
  const old = db
    .select({ id: outboxMessage.id })
    .from(outboxMessage)
    .where(lte(outboxMessage.createdAt, nowMs - messageDays * 86_400_000))
    .limit(most)
    .all();
  if (old.length === 0) return 0;
  sqlite.pragma('secure_delete = ON');
  const ids = old.map(({ id }) => id);
  db.delete(outboxMessage).where(inArray(outboxMessage.id, ids)).run();
  sqlite.pragma('secure_delete = OFF');
  return old.length;
}
