import { openWriter } from '#db/client.ts';
import { insertMessage, updateMessage } from '#db/outbox/messages.ts';

/** Adds a message that has failed to the outbox of the journeys' server. */
export function addFailedMessage(subject: string): void {
  const writer = openWriter(`${process.env.WATEA_E2E_FOLDER}/watea.db`);
  try {
    writer.sqlite
      .transaction(() => {
        const nowMs = Date.now();
        const recipient = 'ops@registry.example';
        const message = { kind: 'alert', channel: 'mail', recipient, subject, body: 'It is too old.' } as const;
        const id = insertMessage(writer.db, message, nowMs);
        const fault = { code: 'mail-refused', status: 550, answer: '550 No such user' } as const;
        updateMessage(writer.db, id, { state: 'failed', attempts: 1, endedAt: nowMs, fault });
      })
      .immediate();
  } finally {
    writer.sqlite.close();
  }
}
