import { parseDuration } from '#lib/time/duration.ts';
import { parseClusterUrl } from './cluster-url.ts';

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
