import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { recordChange } from '#db/audit/record-change.ts';
import { getPresentAlarm, acknowledgeAlarm as storeAcknowledgement } from '#db/jobs/alarms.ts';
import { change } from '#flows/change.ts';
import { queueMessage } from '#flows/outbox/queue-message.ts';
import { settings } from '#lib/env.ts';
import { oneOf, paragraph } from '#lib/fields.ts';
import { conditions } from '#lib/jobs/alarm.ts';
import type { NewMessage } from '#lib/outbox/message.ts';
import { Refusal, required } from '#lib/refusal.ts';
import { testAlertBody, testAlertWords } from '#lib/words/alerts/notice.ts';

/**
 * Notes that somebody looks after an alarm, and what they found. The alarm stays until it is over; one that comes back
 * must be acknowledged again.
 */
export const acknowledgeAlarm = change(
  z.object({ condition: oneOf(conditions), note: paragraph(500) }),
  (db, { condition, note }, { actor, nowMs }): void => {
    const alarm = required(getPresentAlarm({ db }, condition), { code: 'alarm-over' });
    storeAcknowledgement({ db }, condition, { acknowledgedAt: nowMs, acknowledgedBy: actor.who, note });
    const before = alarm.acknowledgedBy === null ? null : { by: alarm.acknowledgedBy, note: alarm.note };
    const after = { by: actor.who, note };
    recordChange(db, { actor, action: 'alarm.acknowledge', subject: condition, before, after }, nowMs);
  },
);

/** Queues a test alert to everybody who gets alerts. @returns how many get it; @throws Refusal if nobody does */
export const testAlert = change(z.undefined(), (db, _none, { actor, nowMs }): number => {
  const { environment, baseUrl } = settings();
  const receivers = alertReceivers();
  if (receivers.length === 0) throw new Refusal({ code: 'alerts-to-nobody' });
  const sender = { environment, baseUrl, who: actor.who, nowMs };
  const { subject, text } = testAlertWords(sender);
  for (const { channel, recipient } of receivers) {
    const body = channel === 'mail' ? text : testAlertBody(sender, randomUUID());
    queueMessage(db, { kind: 'alert', channel, recipient, subject, body } satisfies NewMessage, nowMs);
  }
  // without the recipients: addresses leave the outbox after 90 days, and the audit log never
  const row = {
    actor,
    action: 'alert.test',
    subject: 'test alert',
    before: null,
    after: { messages: receivers.length },
  } as const;
  recordChange(db, row, nowMs);
  return receivers.length;
});

/** Where alerts go: each address of ALERT_EMAIL, and the host of ALERT_WEBHOOK. */
export function alertReceivers(): Pick<NewMessage, 'channel' | 'recipient'>[] {
  const { alertEmails, alertWebhook } = settings().notifications;
  const mails = alertEmails.map((recipient) => ({ channel: 'mail', recipient }) as const);
  if (alertWebhook === undefined) return mails;
  return [...mails, { channel: 'webhook', recipient: new URL(alertWebhook.url).host }];
}
