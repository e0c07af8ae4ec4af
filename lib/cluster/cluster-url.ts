/** A PostgreSQL server that may be the primary. */
export interface ClusterHost {
  readonly host: string;
  readonly port: number;
}

/** An address of PostgreSQL, taken apart. */
export interface ClusterUrl {
  /** In the order in which they are tried. */
  readonly hosts: readonly ClusterHost[];
  readonly user: string;
  readonly password: string | undefined;
  readonly database: string;
  /** What follows `?`, such as `sslmode=verify-full&sslrootcert=/etc/watea/ca.pem`. */
  readonly options: URLSearchParams;
}

const usualPort = 5432;
const form = /^postgres(?:ql)?:\/\/([^:@/?#\s]+)(?::([^@/?#\s]*))?@([^@/?#\s]+)\/([^/?#\s]+)(?:\?([^#\s]*))?$/;
const hostForm = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]+)(?::(\d{1,5}))?$/;
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const knownOptions = ['options', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey'];

/**
 * Parses `postgres://user:password@host:port,host:port/database?sslmode=verify-full`. Characters that mean something in an
 * address are percent-encoded. `URL` cannot: it allows one host.
 *
 * @returns undefined for a text that is no such address
 */
export function parseClusterUrl(text: string): ClusterUrl | undefined {
  const [, user = '', password, hostList = '', database = '', query = ''] = form.exec(text) ?? [];
  const hosts = hostList.split(',').map(parseHost);
  const options = new URLSearchParams(query);
  const isKnown = [...options.keys()].every((name) => knownOptions.includes(name));
  if (user === '' || !isKnown || !sslModes.includes(options.get('sslmode') ?? 'disable')) return undefined;
  if (!hosts.every((host) => host !== undefined)) return undefined;
  try {
    const decodedPassword = password === undefined ? undefined : decodeURIComponent(password);
    const names = { user: decodeURIComponent(user), database: decodeURIComponent(database) };
    return { hosts, ...names, password: decodedPassword, options };
  } catch {
    return undefined;
  }
}

function parseHost(text: string): ClusterHost | undefined {
  const [, host = '', port] = hostForm.exec(text) ?? [];
  const number = port === undefined ? usualPort : Number(port);
  if (host === '' || number < 1 || number > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: number };
}
