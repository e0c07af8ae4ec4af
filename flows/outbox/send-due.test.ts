import { describe, expect, test } from 'vitest';
import { openWriter } from '#db/client.ts';
import { countMessages, forgetMessages, getMessage, insertMessage, type OutboxMessage } from '#db/outbox/messages.ts';
import { transact } from '#db/transaction.ts';
import type { Attempt, NewMessage } from '#lib/outbox/message.ts';
import type { NotificationSettings } from '#lib/outbox/notification-settings.ts';
import { mostWaiting } from '#lib/outbox/retry.ts';
import { freshDatabase } from '#tests/support/fresh-database.ts';
import { startMailServer } from '#tests/support/notifications/mail-server.ts';
import { startWebhookServer } from '#tests/support/notifications/webhook-server.ts';
import { refusalOf, rejectionOf } from '#tests/support/refusals.ts';
import { queueMessage, retryMessage } from './queue-message.ts';
import { sendDue } from './send-due.ts';

const start = Date.parse('2026-11-20T12:00:00+13:00');
const hourMs = 3_600_000;
const to = 'ops@registry.example';
const mail: NewMessage = { kind: 'alert', channel: 'mail', recipient: to, subject: 'Alert', body: 'It is old.' };
const webhook: NewMessage = { ...mail, channel: 'webhook', recipient: 'hooks.example', body: '{"id":"1"}' };
const by = { actor: { who: 'kim@watea.example', address: null }, nowMs: start + 5 };

/** An outbox with these messages, and a clock that the test moves. */
function outboxWith(notifications: Partial<NotificationSettings>, ...messages: NewMessage[]) {
  const { writer } = freshDatabase();
  let nowMs = start;
  const reported: [OutboxMessage['id'], Attempt['outcome']][] = [];
  const ids = messages.map((message) => queueMessage(writer.db, message, nowMs));
  const sending = {
    notifications: { mail: undefined, alertEmails: [], alertWebhook: undefined, ...notifications },
    clock: () => nowMs,
    report: ({ id }: OutboxMessage, { outcome }: Attempt) => reported.push([id, outcome]),
  };
  return {
    writer,
    ids,
    sending,
    reported,
    message: (at = 0) => getMessage(writer, ids[at] ?? 0),
    async sendAfter(ms: number) {
      nowMs += ms;
      await sendDue(writer, sending);
    },
  };
}

test('a message is sent once, and stored as sent', async () => {
  const server = await startMailServer();
  const outbox = outboxWith({ mail: server.settings() }, mail);
  await outbox.sendAfter(0);
  await outbox.sendAfter(hourMs);
  expect(server.mails.map((received) => received.to)).toEqual([[to]]);
  expect(outbox.message()).toMatchObject({ state: 'sent', attempts: 1, endedAt: start, fault: null, body: mail.body });
});

test('what the server does not take now is tried again later, under the same id', async () => {
  const server = await startMailServer({ answers: [451, 'drop'] });
  const outbox = outboxWith({ mail: server.settings() }, mail);
  await outbox.sendAfter(0);
  const fault = { code: 'mail-refused', status: 451, answer: '451 Not now' };
  expect(outbox.message()).toMatchObject({ state: 'waiting', attempts: 1, nextAttemptAt: start + 30_000, fault });
  await outbox.sendAfter(29_999);
  expect(outbox.message()).toMatchObject({ attempts: 1 });
  await outbox.sendAfter(1);
  expect(outbox.message()).toMatchObject({ state: 'waiting', attempts: 2, nextAttemptAt: start + 90_000 });
  await outbox.sendAfter(60_000);
  expect(outbox.message()).toMatchObject({ state: 'sent', attempts: 3, fault: null });
  expect(server.mails).toHaveLength(1);
  expect(outbox.reported.map(([, outcome]) => outcome)).toEqual(['later', 'later', 'sent']);
});

test('what the server refuses for good has failed, until somebody tries it again', async () => {
  const server = await startMailServer({ answers: [550] });
  const outbox = outboxWith({ mail: server.settings() }, mail);
  await outbox.sendAfter(0);
  expect(outbox.message()).toMatchObject({ state: 'failed', endedAt: start, fault: { status: 550 } });
  await outbox.sendAfter(hourMs);
  expect(server.mails).toEqual([]);
  await retryMessage(outbox.writer, outbox.ids[0] ?? 0, by);
  await outbox.sendAfter(0);
  expect(outbox.message()).toMatchObject({ state: 'sent', attempts: 1, fault: null });
  const sent = retryMessage(outbox.writer, outbox.ids[0] ?? 0, by);
  expect((await rejectionOf(sent)).reason).toEqual({ code: 'message-sent-already' });
  const audit = outbox.writer.sqlite.prepare('SELECT action, subject, before, after FROM audit_entry').raw().all();
  expect(audit).toEqual([
    ['outbox.retry', 'message 1 (alert)', '{"attempts":1,"state":"failed"}', '{"state":"waiting"}'],
  ]);
});

test('a message that cannot be sent within 72 hours, or before it expires, has failed', async () => {
  const outbox = outboxWith({}, mail, { ...mail, expiresAt: start + hourMs });
  await outbox.sendAfter(hourMs - 1);
  expect(countMessages(outbox.writer)).toEqual({ waiting: 2, failed: 0, sent: 0 });
  await outbox.sendAfter(1);
  expect(countMessages(outbox.writer)).toEqual({ waiting: 1, failed: 1, sent: 0 });
  await outbox.sendAfter(71 * hourMs);
  expect(outbox.message()).toMatchObject({ state: 'failed', fault: { code: 'message-too-old', hours: 72 } });
});

describe('a secret text', () => {
  const secret = { ...mail, body: 'https://watea.example/admin/invitation#token', isSecret: true };

  test('is removed when it was sent, and when it can never be', async () => {
    const server = await startMailServer({ answers: [550] });
    const outbox = outboxWith({ mail: server.settings() }, secret, secret);
    await outbox.sendAfter(0);
    expect([outbox.message(0), outbox.message(1)]).toMatchObject([
      { state: 'failed', body: null },
      { state: 'sent', body: null },
    ]);
    expect(server.mails[0]?.source).toContain('invitation#token');
    const refusal = await rejectionOf(retryMessage(outbox.writer, 1, by));
    expect(refusal.reason).toEqual({ code: 'message-without-text' });
    const expired = outboxWith({}, secret);
    await expired.sendAfter(72 * hourMs);
    expect(expired.message()).toMatchObject({ state: 'failed', body: null });
  });
});

test('a mail server that is away does not hold up the webhook, which is tried again after a 500', async () => {
  const server = await startMailServer({ answers: [421, 421] });
  const hooks = await startWebhookServer(500);
  const outbox = outboxWith({ mail: server.settings(), alertWebhook: hooks.settings }, mail, webhook);
  await outbox.sendAfter(0);
  expect(outbox.message(1)).toMatchObject({ state: 'waiting', fault: { code: 'webhook-answered', status: 500 } });
  await outbox.sendAfter(30_000);
  expect(outbox.message(1)).toMatchObject({ state: 'sent', attempts: 2 });
  const call = { isSigned: true, body: { id: '1' } };
  expect(hooks.calls).toEqual([call, call]);
  expect(outbox.message(0)).toMatchObject({ state: 'waiting', attempts: 2 });
});

test.each([
  [301, 'failed'],
  [404, 'failed'],
  [410, 'failed'],
  [408, 'waiting'],
  [429, 'waiting'],
  [503, 'waiting'],
])('a webhook that answers %i is %s', async (status, state) => {
  const hooks = await startWebhookServer(status);
  const outbox = outboxWith({ alertWebhook: hooks.settings }, webhook);
  await outbox.sendAfter(0);
  expect(outbox.message()).toMatchObject({ state, fault: { code: 'webhook-answered', status } });
  expect(hooks.calls).toHaveLength(1);
});

test('two processes that believe to have the lease send each message once', async () => {
  const server = await startMailServer();
  const outbox = outboxWith({ mail: server.settings() }, ...Array.from({ length: 8 }, () => mail));
  const other = openWriter(outbox.writer.sqlite.name);
  await Promise.all([sendDue(outbox.writer, outbox.sending), sendDue(other, outbox.sending)]);
  other.sqlite.close();
  expect(server.mails).toHaveLength(8);
  expect(countMessages(outbox.writer)).toEqual({ waiting: 0, failed: 0, sent: 8 });
});

test('a message whose process died while sending it is sent by another after two minutes', async () => {
  const server = await startMailServer();
  const outbox = outboxWith({ mail: server.settings() }, mail);
  outbox.writer.sqlite.exec(`UPDATE outbox_message SET attempts = 1, claimed_until = ${start + 120_000}`);
  await outbox.sendAfter(119_999);
  expect(server.mails).toEqual([]);
  await outbox.sendAfter(1);
  expect(outbox.message()).toMatchObject({ state: 'sent', attempts: 2 });
});

test('a message is queued with what causes it, or not at all', async () => {
  const { writer } = freshDatabase();
  const failing = transact(writer, (db) => {
    queueMessage(db, mail, start);
    throw new Error('The change failed.');
  });
  await expect(failing).rejects.toThrow('The change failed.');
  expect(countMessages(writer).waiting).toBe(0);
});

test('at most 10,000 messages wait', async () => {
  const { writer } = freshDatabase();
  writer.sqlite.transaction(() => {
    for (let at = 0; at < mostWaiting; at++) insertMessage(writer.db, mail, start);
  })();
  expect(refusalOf(() => queueMessage(writer.db, mail, start)).reason).toEqual({ code: 'outbox-full' });
});

test('messages and their addresses are deleted after 90 days, from the pages of the file too', () => {
  const outbox = outboxWith({}, { ...mail, recipient: 'unmistakable@registry.example' });
  const { writer } = outbox;
  const isInFile = () => writer.sqlite.serialize().includes('unmistakable@');
  expect(forgetMessages(writer, start + 90 * 24 * hourMs - 1)).toBe(0);
  expect(isInFile()).toBe(true);
  expect(forgetMessages(writer, start + 90 * 24 * hourMs)).toBe(1);
  expect(isInFile()).toBe(false);
});
