import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { webhookSignature } from '#flows/outbox/send-webhook.ts';
import { isEmailList, isSender, isWebhookUrl } from './notification-settings.ts';
import { nextAttemptAt } from './retry.ts';
import { parseSmtpUrl } from './smtp-url.ts';

const remote = { isSecure: false, requiresStartTls: false, checksCertificate: true, login: undefined };
const local = { ...remote, checksCertificate: false };
const login = { user: 'me', password: 'p@ss word' };

test.each([
  ['smtp://mail.example', { host: 'mail.example', port: 25, ...remote }],
  ['smtp://mail.example:2525/', { host: 'mail.example', port: 2525, ...remote }],
  ['smtps://mail.example', { host: 'mail.example', port: 465, ...remote, isSecure: true }],
  ['smtp://mail.example?starttls=required', { host: 'mail.example', port: 25, ...remote, requiresStartTls: true }],
  [
    'smtp://me:p%40ss%20word@mail.example:587',
    { host: 'mail.example', port: 587, ...remote, login, requiresStartTls: true },
  ],
  ['smtp://localhost', { host: 'localhost', port: 25, ...local }],
  ['smtp://127.0.0.1:25', { host: '127.0.0.1', port: 25, ...local }],
  ['smtp://[::1]:25', { host: '::1', port: 25, ...local }],
  ['smtp://me:p%40ss%20word@localhost', { host: 'localhost', port: 25, ...local, login }],
])('%s is a mail server; a password never leaves this machine unencrypted', (text, server) => {
  expect(parseSmtpUrl(text)).toEqual(server);
});

test.each([
  'mail.example',
  'http://mail.example',
  'smtp:',
  'smtp://',
  'smtp://mail.example/box',
  'smtp://mail.example#x',
  'smtp://me@mail.example',
  'smtp://me:%E0%A4%A@mail.example',
  'smtp://mail.example?starttls=no',
  'smtp://mail.example?tls=off',
  'smtp://mail.example:99999',
  'smtp://:secret@mail.example',
])('%s is no mail server', (text) => {
  expect(parseSmtpUrl(text)).toBeUndefined();
});

test.each([
  [isEmailList, 'a@b.example', true],
  [isEmailList, 'a@b.example, c@d.example ,e@f.example', true],
  [isEmailList, 'a@b.example,', false],
  [isEmailList, 'a@b.example c@d.example', false],
  [isSender, 'a@b.example', true],
  [isSender, 'Wātea <a@b.example>', true],
  [isSender, 'Wātea <a@b.example>, <c@d.example>', false],
  [isSender, 'a@b.example\r\nBcc: c@d.example', false],
  [isSender, 'Wātea', false],
  [isWebhookUrl, 'https://hooks.example/watea?x=1', true],
  [isWebhookUrl, 'http://localhost:9000/', true],
  [isWebhookUrl, 'http://hooks.example/', false],
  [isWebhookUrl, 'https://me:secret@hooks.example/', false],
  [isWebhookUrl, 'ftp://hooks.example/', false],
  [isWebhookUrl, 'hooks.example', false],
])('%o of %j is %s', (isRight, text, expected) => {
  expect(isRight(text)).toBe(expected);
});

test('attempts are made after 30 seconds, then after twice as long each time, at most an hour', () => {
  expect([1, 2, 3, 7, 8, 9, 60].map((attempts) => nextAttemptAt(attempts, 1000) - 1000)).toEqual([
    30_000, 60_000, 120_000, 1_920_000, 3_600_000, 3_600_000, 3_600_000,
  ]);
});

test('a webhook’s signature covers the time and the body', () => {
  const digest = createHmac('sha256', 'a secret').update('1795432966.{"a":1}').digest('hex');
  expect(webhookSignature('a secret', '{"a":1}', 1_795_432_966_999)).toBe(`t=1795432966,v1=${digest}`);
});
