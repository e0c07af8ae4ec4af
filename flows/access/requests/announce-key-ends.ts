import { keysToAnnounce, noteKeyEnd } from '#db/access/keys.ts';
import { recordChange } from '#db/audit/record-change.ts';
import type { Connection } from '#db/client.ts';
import { transact } from '#db/transaction.ts';
import { queueMessage } from '#flows/outbox/queue-message.ts';
import { theServer } from '#lib/audit/authors.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { keyEndMail } from '#lib/words/mails.ts';
import type { Mailing } from './mailing.ts';

/** How long before its end a key's user is mailed, in days. */
export const announcedDays = 14;
const atOnce = 50;

/** Mails the users whose keys end soon, once for each end. @returns how many mails were queued */
export async function announceKeyEnds(
  connection: Connection,
  { baseUrl, isMailSet }: Mailing,
  nowMs: EpochMs,
): Promise<number> {
  const until = nowMs + announcedDays * 86_400_000;
  // read first, without the write lock: there is rarely one
  if (!isMailSet || keysToAnnounce(connection, nowMs, until, 1).length === 0) return 0;
  return await transact(connection, (db) => {
    const keys = keysToAnnounce({ db }, nowMs, until, atOnce);
    for (const { id, prefix, label, email, expiresAt } of keys) {
      if (expiresAt === null) continue;
      const mail = { kind: 'key end', channel: 'mail', recipient: email } as const;
      const text = keyEndMail({ baseUrl, prefix, label, expiresAt });
      queueMessage(db, { ...mail, ...text, expiresAt }, nowMs);
      noteKeyEnd(db, id, expiresAt);
      const actor = { who: theServer, address: null };
      const subject = `key ${prefix}… of ${email}`;
      recordChange(db, { actor, action: 'key.announce-end', subject, before: null, after: null }, nowMs);
    }
    return keys.length;
  });
}
