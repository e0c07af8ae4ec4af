import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { parseSmtpUrl } from '#lib/outbox/smtp-url.ts';
import { makeCertificate } from '#tests/support/certificate.ts';

/** A mail that a server has received. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Its headers and text, as sent. */
  readonly source: string;
  readonly isEncrypted: boolean;
  /** Who has logged in; undefined for nobody. */
  readonly user: string | undefined;
}

export interface MailServer {
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** `SMTP_URL` for it; `login` as in `user:password@`. */
  url(login?: string, query?: string): string;
  /** The same as the code has it. */
  settings(login?: string, query?: string): { server: NonNullable<ReturnType<typeof parseSmtpUrl>>; from: string };
  close(): Promise<void>;
}

export interface Behaviour extends SMTPServerOptions {
  /** The status with which the text of a mail is answered, one after the other; then 250. */
  readonly answers?: readonly (number | 'drop')[];
}

export const password = 'pass word@:/%';

/** Opens a mail server on a loopback port: STARTTLS, and a login that only `user` with `password` has. */
export async function openMailServer({ answers = [], ...options }: Behaviour = {}): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const left = [...answers];
  const server = new SMTPServer({
    ...makeCertificate(),
    authOptional: true,
    logger: false,
    closeTimeout: 100,
    disableReverseLookup: true,
    onAuth({ username, password: given }, _session, callback) {
      if (username === 'user' && given === password) callback(null, { user: username });
      else callback(new Error('Wrong user or password'));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const answer = left.shift();
        if (answer === 'drop') return session.id && drop(server, session.id);
        if (answer !== undefined) return callback(Object.assign(new Error('Not now'), { responseCode: answer }));
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString(),
          isEncrypted: session.secure,
          user: session.user,
        });
        callback();
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const scheme = options.secure === true ? 'smtps' : 'smtp';
  const url = (login = '', query = '') => `${scheme}://${login}127.0.0.1:${port}${query}`;
  const settings = (login = '', query = '') => {
    const parsed = parseSmtpUrl(url(login, query));
    if (parsed === undefined) throw new Error(`Not an address: ${url(login, query)}`);
    return { server: parsed, from: 'Wātea <noreply@watea.example>' };
  };
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { port, mails, url, settings, close };
}

/** Closes the connection of a session without an answer. */
function drop(server: SMTPServer, session: string): void {
  for (const connection of server.connections) {
    if (connection.id === session) (connection as unknown as { _socket: { destroy(): void } })._socket.destroy();
  }
}
