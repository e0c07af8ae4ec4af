import { parseDuration } from '#lib/time/typed-time.ts';

/** How this node takes part in a cluster. */
export interface ClusterSettings {
  /** The address of PostgreSQL, which can have several hosts: `parseClusterUrl`. */
  readonly urls: string;
  /** Whether PostgreSQL may confirm a commit that only one machine has. */
  readonly allowAsync: boolean;
  /** Where bases are, for a new node: a folder, or an https address; undefined: another node makes one. */
  readonly baseDir: string | undefined;
  /** The name of this node, which no other node has. */
  readonly node: string;
  /** How old the state of the node may be for it to answer, in milliseconds. */
  readonly maxStaleMs: number;
  /** How far the cluster's clock was ahead of `monotonicNow` when this process was started; undefined: to be measured. */
  readonly clockAheadMs: number | undefined;
}

/** The shortest `MAX_STALE`: a node hears from PostgreSQL about once a second. */
const leastStaleMs = 5000;
const mostStaleMs = 86_400_000;

export const isClusterUrl = (text: string) => parseClusterUrl(text) !== undefined;

/** Whether a text is a name of a node: it is part of marks in the log, metrics and file names. */
export const isNodeName = (text: string) => /^[A-Za-z0-9][A-Za-z0-9._-]{0,62}$/.test(text);

/** Whether a text is a duration that `MAX_STALE` can have. */
export function isMaxStale(text: string): boolean {
  const ms = parseDuration(text);
  return ms !== undefined && ms >= leastStaleMs && ms <= mostStaleMs;
}

/** Whether a text is a folder, or an https address below which bases are. */
export function isBaseAddress(text: string): boolean {
  if (text.startsWith('/')) return true;
  const url = URL.parse(text);
  if (url === null || url.search !== '' || url.hash !== '') return false;
  // a base has everything that the node knows: only what stays on this machine needs no encryption
  return url.protocol === 'https:' || (url.protocol === 'http:' && ['localhost', '127.0.0.1'].includes(url.hostname));
}

interface Given {
  readonly CLUSTER_URL?: string | undefined;
  readonly CLUSTER_ALLOW_ASYNC: '0' | '1';
  readonly NODE_NAME?: string | undefined;
  readonly MAX_STALE: string;
  readonly BASE_DIR?: string | undefined;
  readonly WATEA_CLUSTER_CLOCK_MS?: string | undefined;
}

/**
 * The settings of the cluster, from valid texts; undefined without `CLUSTER_URL`.
 *
 * @param hostName the name of the machine, which is the node's unless it is given one
 */
export function clusterSettings(given: Given, hostName: string): ClusterSettings | undefined {
  if (given.CLUSTER_URL === undefined) return undefined;
  return {
    urls: given.CLUSTER_URL,
    allowAsync: given.CLUSTER_ALLOW_ASYNC === '1',
    baseDir: given.BASE_DIR,
    node: given.NODE_NAME ?? hostName,
    maxStaleMs: parseDuration(given.MAX_STALE) ?? 0,
    clockAheadMs: given.WATEA_CLUSTER_CLOCK_MS === undefined ? undefined : Number(given.WATEA_CLUSTER_CLOCK_MS),
  };
}

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

/**
 * The address of each server of a connection string that names several, as PostgreSQL's own clients take it:
 * `postgres://user:password@one:5432,two:5432/database?sslmode=verify-full`.
 *
 * @throws TypeError for an address that is not one of PostgreSQL
 */
export function serversOf(urls: string): string[] {
  const parts = /^(postgres(?:ql)?:\/\/)([^/?]*@)?([^/?@]+)(.*)$/s.exec(urls);
  if (parts === null) throw new TypeError('The address does not begin with postgres:// and a host.');
  const [, scheme = '', user = '', hosts = '', rest = ''] = parts;
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
}
