import { connect } from 'node:net';
import type { SMTPTransportOptions } from 'nodemailer';
import type { Attempt } from '#lib/outbox/message.ts';
import type { MailSettings } from '#lib/outbox/notification-settings.ts';
import type { SmtpServer } from '#lib/outbox/smtp-url.ts';

/** The longest silence of a mail server, and the longest that one mail may take, in milliseconds. */
export interface MailPatience {
  readonly silenceMs: number;
  readonly totalMs: number;
}

const usualPatience: MailPatience = { silenceMs: 15_000, totalMs: 60_000 };

/** The longest answer of a mail server that is kept, in characters. */
const longestAnswer = 500;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  /** The same for each attempt, so that a mail server can recognise one that it has already. */
  readonly messageId: string;
}

/** Sends one mail now. @param stop ends it early, as an attempt that is worth another one */
export async function sendMail(
  { server, from }: MailSettings,
  { to, ...mail }: Mail,
  stop?: AbortSignal,
  patience = usualPatience,
): Promise<Attempt> {
  const { createTransport } = await import('nodemailer');
  const signals = [AbortSignal.timeout(patience.totalMs), ...(stop === undefined ? [] : [stop])];
  const transport = createTransport(transportOptions(server, AbortSignal.any(signals), patience));
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      ...mail,
      headers: { 'Auto-Submitted': 'auto-generated' },
      // a text from elsewhere must not name a file to attach
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    return { outcome: 'sent' };
  } catch (fault) {
    return attemptOf(fault);
  } finally {
    transport.close();
  }
}

function transportOptions(
  { host, port, isSecure, requiresStartTls, checksCertificate, login }: SmtpServer,
  signal: AbortSignal,
  { silenceMs }: MailPatience,
): SMTPTransportOptions {
  return {
    host,
    port,
    secure: isSecure,
    requireTLS: requiresStartTls,
    tls: { rejectUnauthorized: checksCertificate },
    ...(login === undefined ? {} : { auth: { user: login.user, pass: login.password } }),
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    // a socket of ours can be closed at any time: Nodemailer's own would keep a server waiting that stops
    getSocket(_options, take) {
      const socket = connect({ host, port, signal, timeout: silenceMs });
      const fail = (fault: Error) => take(fault);
      socket.once('timeout', () => socket.destroy(new Error('The mail server did not answer.')));
      socket.once('error', fail);
      socket.once('connect', () => {
        socket.setTimeout(0);
        socket.off('error', fail);
        take(null, { connection: socket });
      });
    },
  };
}

/** What a fault of Nodemailer means: an answer of 500 to 599 is final (RFC 5321, 4.2.1), anything else may pass. */
function attemptOf(fault: unknown): Attempt {
  const { message = '', response, responseCode = 0, code } = fault as NodeJS.ErrnoException & SmtpFault;
  const answer = (response ?? message).slice(0, longestAnswer);
  if (code !== 'ETLS' && responseCode >= 500 && responseCode <= 599)
    return { outcome: 'failed', fault: { code: 'mail-refused', status: responseCode, answer } };
  // an address that cannot be written in an envelope will not be one later
  if (code === 'EENVELOPE' && responseCode === 0)
    return { outcome: 'failed', fault: { code: 'mail-not-taken', cause: answer } };
  if (responseCode >= 400) return { outcome: 'later', fault: { code: 'mail-refused', status: responseCode, answer } };
  return { outcome: 'later', fault: { code: 'mail-not-taken', cause: message.slice(0, longestAnswer) } };
}

interface SmtpFault {
  readonly response?: string;
  readonly responseCode?: number;
}
