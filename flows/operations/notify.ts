import { randomUUID } from 'node:crypto';
import type { Connection, Db } from '#db/client.ts';
import { clearAlarm, listAllAlarms, raiseAlarm, removeAlarm, setNotified } from '#db/jobs/alarms.ts';
import { transact } from '#db/transaction.ts';
import { queueMessage } from '#flows/outbox/queue-message.ts';
import { sendMail } from '#flows/outbox/send-mail.ts';
import { sendWebhook } from '#flows/outbox/send-webhook.ts';
import { changesOf, type LookedUp, type Notice, planNotices } from '#lib/operations/plan-notices.ts';
import type { Attempt, NewMessage } from '#lib/outbox/message.ts';
import type { NotificationSettings } from '#lib/outbox/notification-settings.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { noticeWords, webhookBody } from '#lib/words/alerts/notice.ts';

/** Who is notified, and of which installation. */
export interface Notifying {
  readonly notifications: NotificationSettings;
  readonly environment: string;
  readonly baseUrl: string;
}

/**
 * Stores the conditions that were looked up, and queues what those who get alerts are to be notified of, in one
 * transaction: a crash neither loses a notice nor sends one twice.
 *
 * @returns the notices that were queued
 */
export async function settleAlarms(
  connection: Connection,
  lookedUp: LookedUp,
  notifying: Notifying,
  nowMs: EpochMs,
): Promise<readonly Notice[]> {
  // asked without the write lock first: nearly always nothing has changed
  const stored = listAllAlarms(connection);
  if (changesOf(lookedUp, stored).length === 0 && noticesOf(connection, notifying, nowMs).length === 0) return [];
  return await transact(connection, (db) => {
    for (const [condition, facts] of changesOf(lookedUp, listAllAlarms({ db }))) {
      if (facts === undefined) clearAlarm({ db }, condition, nowMs);
      else raiseAlarm({ db }, condition, facts, nowMs);
    }
    const notices = noticesOf({ db }, notifying, nowMs);
    for (const notice of notices) queueNotice(db, notice, notifying, nowMs);
    return notices;
  });
}

/** While nobody gets alerts, alarms wait for somebody who does, and those that are over are of no use to them. */
function noticesOf(reading: { readonly db: Db }, { notifications }: Notifying, nowMs: EpochMs): Notice[] {
  const planned = planNotices(listAllAlarms(reading), nowMs);
  const isAnybody = notifications.alertEmails.length > 0 || notifications.alertWebhook !== undefined;
  return isAnybody ? planned : planned.filter(({ kind }) => kind === 'over');
}

function queueNotice(db: Db, notice: Notice, notifying: Notifying, nowMs: EpochMs): void {
  for (const message of messagesOf(notice, notifying, nowMs)) queueMessage(db, message, nowMs);
  if (notice.kind === 'over') removeAlarm({ db }, notice.condition);
  else setNotified({ db }, notice.condition, nowMs);
}

/** The messages of a notice: one to each address, and one to the webhook. */
export function messagesOf(notice: Notice, notifying: Notifying, nowMs: EpochMs): NewMessage[] {
  const { notifications, environment, baseUrl } = notifying;
  const { alertEmails, alertWebhook } = notifications;
  const sender = { environment, baseUrl, nowMs };
  const { subject, text } = noticeWords(notice, sender);
  const alert = { kind: 'alert', subject } as const;
  const mails = alertEmails.map((recipient) => ({ ...alert, channel: 'mail', recipient, body: text }) as const);
  if (alertWebhook === undefined) return mails;
  const body = webhookBody(notice, sender, randomUUID());
  return [...mails, { ...alert, channel: 'webhook', recipient: new URL(alertWebhook.url).host, body }];
}

/**
 * Sends a notice without the outbox, for a disk that takes nothing, not even the notice.
 *
 * @returns whether at least one message was sent
 */
export async function sendAtOnce(
  notice: Notice,
  notifying: Notifying,
  nowMs: EpochMs,
  stop?: AbortSignal,
): Promise<boolean> {
  const { mail, alertWebhook } = notifying.notifications;
  const attempts = messagesOf(notice, notifying, nowMs).map(
    async ({ channel, recipient, subject, body }): Promise<Attempt | undefined> => {
      if (channel === 'webhook') return alertWebhook && (await sendWebhook(alertWebhook, body, nowMs, stop));
      const messageId = `<disk-${notice.since}@${new URL(notifying.baseUrl).hostname}>`;
      return mail && (await sendMail(mail, { to: recipient, subject, text: body, messageId }, stop));
    },
  );
  return (await Promise.all(attempts)).some((attempt) => attempt?.outcome === 'sent');
}
