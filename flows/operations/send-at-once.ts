import { sendMail } from '#flows/outbox/send-mail.ts';
import { sendWebhook } from '#flows/outbox/send-webhook.ts';
import type { Notice } from '#lib/operations/plan-notices.ts';
import type { Attempt } from '#lib/outbox/message.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { messagesOf, type Notifying } from './notify.ts';

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
