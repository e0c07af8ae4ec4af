import { isLoopbackHost } from './loopback-host.ts';

/** The mail server of `SMTP_URL`. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte (`smtps`). */
  readonly isSecure: boolean;
  /** Nothing is sent unless STARTTLS succeeds; without it, STARTTLS is used whenever the server offers it. */
  readonly requiresStartTls: boolean;
  /** Whether its certificate is checked: not on this machine, where a mail server usually has one that it signed itself. */
  readonly checksCertificate: boolean;
  readonly login: { readonly user: string; readonly password: string } | undefined;
}

const defaultPorts: Readonly<Record<string, number>> = { 'smtp:': 25, 'smtps:': 465 };

/** Parses `smtp://user:password@host:port?starttls=required` or `smtps://…`. @returns undefined for any other text */
export function parseSmtpUrl(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hostname, port, pathname, search, hash } = new URL(text);
  const defaultPort = defaultPorts[protocol];
  const isPlain = hostname !== '' && (pathname === '' || pathname === '/') && hash === '';
  const hasKnownOption = search === '' || search === '?starttls=required';
  if (defaultPort === undefined || !isPlain || !hasKnownOption) return undefined;
  if ((username === '') !== (password === '')) return undefined;
  const host = hostname.replace(/^\[(.*)\]$/, '$1');
  const isLocal = isLoopbackHost(hostname);
  const login = username === '' ? undefined : decodeLogin(username, password);
  if (username !== '' && login === undefined) return undefined;
  return {
    host,
    port: port === '' ? defaultPort : Number(port),
    isSecure: protocol === 'smtps:',
    // a password never leaves this machine unencrypted
    requiresStartTls: search !== '' || (login !== undefined && !isLocal),
    checksCertificate: !isLocal,
    login,
  };
}

function decodeLogin(username: string, password: string): SmtpServer['login'] {
  try {
    return { user: decodeURIComponent(username), password: decodeURIComponent(password) };
  } catch {
    return undefined;
  }
}
