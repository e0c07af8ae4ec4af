import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { password, startMailServer } from '#tests/support/notifications/mail-server.ts';
import { findFreePort } from '#tests/support/processes/server-process.ts';
import { sendMail } from './send-mail.ts';

const mail = {
  to: 'ops@registry.example',
  subject: 'Kia ora: the register is too old',
  messageId: '<outbox-1@watea.example>',
  text: 'Tūī\n.\nline\n',
};
const login = `user:${encodeURIComponent(password)}@`;

test('a mail arrives as it was written, with its sender, encrypted by STARTTLS since the server offers it', async () => {
  const server = await startMailServer();
  expect(await sendMail(server.settings(), mail)).toEqual({ outcome: 'sent' });
  expect(server.mails).toMatchObject([{ from: 'noreply@watea.example', to: [mail.to], isEncrypted: true }]);
  const [{ source = '' } = {}] = server.mails;
  expect(source).toContain(`Subject: ${mail.subject}`);
  expect(source).toContain(`Message-ID: ${mail.messageId}`);
  expect(source).toContain('Auto-Submitted: auto-generated');
  expect(source).toContain('<noreply@watea.example>');
});

test('a login is made only once the connection is encrypted', async () => {
  const server = await startMailServer({ authOptional: false });
  expect(await sendMail(server.settings(login), mail)).toEqual({ outcome: 'sent' });
  expect(server.mails).toMatchObject([{ user: 'user', isEncrypted: true }]);
});

test('a wrong password is final, and the fault does not have it', async () => {
  const server = await startMailServer();
  const attempt = await sendMail(server.settings('user:not-the-password@'), mail);
  expect(attempt).toMatchObject({ outcome: 'failed', fault: { code: 'mail-refused', status: 535 } });
  expect(JSON.stringify(attempt)).not.toContain('not-the-password');
});

test('smtps is encrypted from the first byte', async () => {
  const server = await startMailServer({ secure: true });
  expect(await sendMail(server.settings(login), mail)).toEqual({ outcome: 'sent' });
  expect(server.mails).toMatchObject([{ user: 'user', isEncrypted: true }]);
});

describe('without STARTTLS', () => {
  test('a mail goes out unencrypted unless it is required', async () => {
    const server = await startMailServer({ hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    expect(await sendMail(server.settings(), mail)).toEqual({ outcome: 'sent' });
    expect(server.mails).toMatchObject([{ isEncrypted: false }]);
    expect(await sendMail(server.settings('', '?starttls=required'), mail)).toMatchObject({ outcome: 'later' });
    expect(server.mails).toHaveLength(1);
  });
});

test('an untrusted certificate is refused where certificates are checked', async () => {
  const server = await startMailServer();
  const { from, server: parsed } = server.settings();
  const attempt = await sendMail({ from, server: { ...parsed, checksCertificate: true } }, mail);
  expect(attempt).toMatchObject({ outcome: 'later', fault: { code: 'mail-not-taken' } });
  expect(server.mails).toEqual([]);
});

test.each([
  ['421', 421, 'later'],
  ['451', 451, 'later'],
  ['550', 550, 'failed'],
  ['554', 554, 'failed'],
] as const)('an answer of %s is %s', async (_title, status, outcome) => {
  const server = await startMailServer({ answers: [status] });
  const fault = { code: 'mail-refused', status, answer: `${status} Not now` };
  expect(await sendMail(server.settings(), mail)).toEqual({ outcome, fault });
});

test('a recipient that is refused for good fails', async () => {
  const server = await startMailServer({
    onRcptTo: (_address, _session, callback) =>
      callback(Object.assign(new Error('No such user'), { responseCode: 550 })),
  });
  expect(await sendMail(server.settings(), mail)).toMatchObject({ outcome: 'failed', fault: { status: 550 } });
});

test('a connection that is dropped, or refused, is worth another attempt', async () => {
  const server = await startMailServer({ answers: ['drop'] });
  const later = { outcome: 'later', fault: { code: 'mail-not-taken' } };
  expect(await sendMail(server.settings(), mail)).toMatchObject(later);
  const closed = { ...server.settings().server, port: await findFreePort() };
  expect(await sendMail({ from: 'a@watea.example', server: closed }, mail)).toMatchObject(later);
});

describe('a server that says nothing', () => {
  test('is given up', async () => {
    const server = await silentServer();
    const patience = { silenceMs: 100, totalMs: 10_000 };
    expect(await sendMail(server, mail, undefined, patience)).toMatchObject({ outcome: 'later' });
  });

  test('is given up at once when this process stops', async () => {
    const server = await silentServer();
    const stop = new AbortController();
    const sent = sendMail(server, mail, stop.signal);
    await server.connected;
    stop.abort();
    expect(await sent).toMatchObject({ outcome: 'later' });
  });

  test('but a word now and then is given up when the time of a mail is over', async () => {
    const server = await silentServer('220-wait\r\n');
    const patience = { silenceMs: 10_000, totalMs: 200 };
    expect(await sendMail(server, mail, undefined, patience)).toMatchObject({ outcome: 'later' });
  });
});

/** A server that accepts connections and says nothing, or the same line again and again. */
async function silentServer(line?: string) {
  const { promise: connected, resolve: connect } = Promise.withResolvers<void>();
  const server = createServer((socket) => {
    connect();
    socket.on('error', () => undefined);
    const timer = setInterval(() => line !== undefined && socket.write(line), 20);
    socket.on('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const options = { isSecure: false, requiresStartTls: false, checksCertificate: false, login: undefined };
  return { connected, from: 'a@watea.example', server: { host: '127.0.0.1', port, ...options } };
}
