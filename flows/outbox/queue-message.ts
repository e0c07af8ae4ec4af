import type { Db } from '#db/client.ts';
import { countMessages, insertMessage } from '#db/outbox/messages.ts';
import type { NewMessage } from '#lib/outbox/message.ts';
import { mostWaiting } from '#lib/outbox/retry.ts';
import { Refusal } from '#lib/refusal.ts';
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
