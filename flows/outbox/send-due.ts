import type { Connection } from '#db/client.ts';
import {
  endExpiredMessages,
  isAnyExpired,
  nextDueMessage,
  type OutboxMessage,
  updateMessage,
} from '#db/outbox/messages.ts';
import { transact } from '#db/transaction.ts';
import type { Attempt, Channel } from '#lib/outbox/message.ts';
import type { NotificationSettings } from '#lib/outbox/notification-settings.ts';
import { nextAttemptAt, triedForMs } from '#lib/outbox/retry.ts';
import { sendMail } from './send-mail.ts';
import { sendWebhook } from './send-webhook.ts';

/** How long a process may take to send a message before another may try, in milliseconds: longer than any attempt. */
const claimMs = 120_000;
/** How many messages of a channel are sent in a row. */
const mostInARow = 20;

/** What sends the messages: how, the clock, the end of the process, and where each attempt is reported. */
export interface Sending {
  readonly notifications: NotificationSettings;
  readonly clock: () => number;
  readonly stop?: AbortSignal;
  readonly report: (message: OutboxMessage, attempt: Attempt) => void;
}

type Send = (message: OutboxMessage, body: string) => Promise<Attempt>;

/** Sends the messages that are due, and ends those that are too old. A slow mail server does not delay the webhook. */
export async function sendDue(connection: Connection, sending: Sending): Promise<void> {
  const { mail, alertWebhook } = sending.notifications;
  const tooOld = { code: 'message-too-old', hours: triedForMs / 3_600_000 } as const;
  const nowMs = sending.clock();
  if (isAnyExpired(connection, nowMs)) await transact(connection, (db) => endExpiredMessages(db, tooOld, nowMs));
  const channels: Promise<void>[] = [];
  if (mail !== undefined) {
    const send: Send = ({ id, createdAt, recipient, subject }, text) => {
      const messageId = `<outbox-${id}-${createdAt}@${hostOf(mail.from)}>`;
      return sendMail(mail, { to: recipient, subject, text, messageId }, sending.stop);
    };
    channels.push(sendChannel(connection, 'mail', send, sending));
  }
  if (alertWebhook !== undefined) {
    const send: Send = (_message, body) => sendWebhook(alertWebhook, body, sending.clock(), sending.stop);
    channels.push(sendChannel(connection, 'webhook', send, sending));
  }
  await Promise.all(channels);
}

async function sendChannel(connection: Connection, channel: Channel, send: Send, sending: Sending): Promise<void> {
  for (let sent = 0; sent < mostInARow && sending.stop?.aborted !== true; sent++) {
    const message = await claim(connection, channel, sending.clock);
    if (message === undefined) return;
    const attempt = await send(message, message.body ?? '');
    await store(connection, message, attempt, sending.clock());
    sending.report(message, attempt);
  }
}

/** Takes the next message that is due, before it is sent: a process that has lost its lease must not send it too. */
function claim(connection: Connection, channel: Channel, clock: () => number): Promise<OutboxMessage | undefined> {
  if (nextDueMessage(connection, channel, clock()) === undefined) return Promise.resolve(undefined);
  return transact(connection, (db) => {
    const nowMs = clock();
    const message = nextDueMessage({ db }, channel, nowMs);
    if (message === undefined) return undefined;
    const attempts = message.attempts + 1;
    updateMessage(db, message.id, { attempts, claimedUntil: nowMs + claimMs });
    return { ...message, attempts };
  });
}

function store(connection: Connection, message: OutboxMessage, attempt: Attempt, nowMs: number): Promise<void> {
  const { id, attempts, isSecret } = message;
  return transact(connection, (db) => {
    if (attempt.outcome === 'later') {
      const nextAt = nextAttemptAt(attempts, nowMs);
      return updateMessage(db, id, { nextAttemptAt: nextAt, claimedUntil: 0, fault: attempt.fault });
    }
    const fault = attempt.outcome === 'sent' ? null : attempt.fault;
    const body = isSecret ? { body: null } : {};
    updateMessage(db, id, { state: attempt.outcome, endedAt: nowMs, claimedUntil: 0, fault, ...body });
  });
}

/** The host of a sender's address. */
function hostOf(from: string): string {
  return /@([^@>]+)>?$/.exec(from)?.[1] ?? 'localhost';
}
