import { mostWaiting } from '#lib/outbox/retry.ts';

/** Why a message was not sent, or not queued. */
export const outboxWords = {
  'mail-refused': ({ status, answer }: { status: number; answer: string }) =>
    `The mail server refused it (${status}): ${answer}`,
  'mail-not-taken': ({ cause }: { cause: string }) => `The mail server could not be used: ${cause}`,
  'webhook-answered': ({ status }: { status: number }) => `The webhook answered ${status}.`,
  'webhook-not-reached': ({ cause }: { cause: string }) => `The webhook could not be reached: ${cause}`,
  'message-too-old': ({ hours }: { hours: number }) => `It could not be sent within ${hours} hours.`,
  'message-gone': () => 'This message no longer exists: messages are kept for 90 days.',
  'message-sent-already': () => 'This message has been sent.',
  'message-without-text': () =>
    'The text of this message was secret and has been removed. Repeat what it was sent for, such as the invitation.',
  'outbox-full': () =>
    `${mostWaiting.toLocaleString('en-NZ')} messages are waiting to be sent, which is the limit. Check the outbox, then try again.`,
  'alarm-over': () => 'This problem is over.',
  'alerts-to-nobody': () => 'Nobody gets alerts: set ALERT_EMAIL with SMTP_URL, or ALERT_WEBHOOK.',
  'mail-not-configured': () => 'No mail can be sent: set SMTP_URL.',
} as const;
