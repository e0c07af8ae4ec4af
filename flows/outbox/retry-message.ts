import { recordChange } from '#db/audit/record-change.ts';
import { getMessage, updateMessage } from '#db/outbox/messages.ts';
import { change } from '#flows/change.ts';
import { rowId } from '#lib/fields.ts';
import { triedForMs } from '#lib/outbox/retry.ts';
import { Refusal, required } from '#lib/refusal.ts';

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
