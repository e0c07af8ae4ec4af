import { raiseAlarm } from '#db/jobs/alarms.ts';
import { insertMessage, updateMessage } from '#db/outbox/messages.ts';
import type { AlarmFacts, Condition } from '#lib/jobs/alarm.ts';
import { changeDatabase } from './change-database.ts';

/** Adds a message that has failed to the outbox of the journeys' server. */
export function addFailedMessage(subject: string): Promise<void> {
  return changeDatabase(({ db }) => {
    const nowMs = Date.now();
    const recipient = 'ops@registry.example';
    const message = { kind: 'alert', channel: 'mail', recipient, subject, body: 'It is too old.' } as const;
    const id = insertMessage(db, message, nowMs);
    const fault = { code: 'mail-refused', status: 550, answer: '550 No such user' } as const;
    updateMessage(db, id, { state: 'failed', attempts: 1, endedAt: nowMs, fault });
  });
}

/** Raises an alarm on the journeys' server. */
export function addAlarm(condition: Condition, facts: AlarmFacts): Promise<void> {
  return changeDatabase((writer) => void raiseAlarm(writer, condition, facts, Date.now()));
}
