import { settings } from '#lib/env.ts';
import type { NewMessage } from '#lib/outbox/message.ts';

/** Where alerts go: each address of ALERT_EMAIL, and the host of ALERT_WEBHOOK. */
export function alertReceivers(): Pick<NewMessage, 'channel' | 'recipient'>[] {
  const { alertEmails, alertWebhook } = settings().notifications;
  const mails = alertEmails.map((recipient) => ({ channel: 'mail', recipient }) as const);
  if (alertWebhook === undefined) return mails;
  return [...mails, { channel: 'webhook', recipient: new URL(alertWebhook.url).host }];
}
