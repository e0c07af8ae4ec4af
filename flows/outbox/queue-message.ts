import { recordChange } from '#db/audit/record-change.ts';
import type { Db } from '#db/client.ts';
import { countMessages, getMessage, insertMessage, updateMessage } from '#db/outbox/messages.ts';
import { change } from '#flows/change.ts';
import { rowId } from '#lib/fields.ts';
import type { NewMessage } from '#lib/outbox/message.ts';
import { mostWaiting, triedForMs } from '#lib/outbox/retry.ts';
import { Refusal, required } from '#lib/refusal.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/**
 * Queues a message in the transaction of what causes it, so that both happen or neither. The background thread sends it.
 *
 * @returns its number
 * @throws Refusal when too many messages wait
 */
export function queueMessage(db: Db, message: NewMessage, nowMs: EpochMs): number {
  if (countMessages({ db }).waiting >= mostWaiting) throw new Refusal({ code: 'outbox-full' });
  return insertMessage(db, message, nowMs);
}

/** Has a message that waits or failed sent again now, for another 72 hours. */
export const retryMessage = change(rowId, (db, id, { actor, nowMs }) => {
  const { state, body, kind, attempts } = required(getMessage({ db }, id), { code: 'message-gone' });
  if (state === 'sent') throw new Refusal({ code: 'message-sent-already' });
  if (body === null) throw new Refusal({ code: 'message-without-text' });
  const waiting = { state: 'waiting', attempts: 0, nextAttemptAt: nowMs, endedAt: null } as const;
  updateMessage(db, id, { ...waiting, expiresAt: nowMs + triedForMs });
  // without the recipient: addresses leave the outbox after 90 days, and the audit log never
  const subject = `message ${id} (${kind})`;
  recordChange(
    db,
    { actor, action: 'outbox.retry', subject, before: { state, attempts }, after: { state: 'waiting' } },
    nowMs,
  );
});
