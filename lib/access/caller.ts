import { type Address, addressLimitKey, isLoopbackOrPrivate, parseAddress } from './address.ts';
import type { TrustedProxies } from './trusted-proxies.ts';

/**
 * Who asks, as far as it can be known. `proxy-in-front` is an unknown caller whose reason is known: a neighbour passed
 * the request on while TRUSTED_PROXIES is empty. `limitKey` names what limits per address count: the IPv4 address, the
 * IPv6 /64, or for all unknown callers together the one key `unknown` (B5).
 */
export type Caller =
  | Readonly<{ known: true; address: Address; limitKey: string }>
  | Readonly<{ known: false; reason: 'proxy-in-front' | 'unknown'; limitKey: typeof UNKNOWN_LIMIT_KEY }>;

export type CallerEvidence = Readonly<{
  /** `socket.remoteAddress` */
  peer: string | undefined;
  /** name and value in turn, as Node's `rawHeaders` */
  rawHeaders: readonly string[];
  trustedProxies: TrustedProxies;
}>;

const UNKNOWN_LIMIT_KEY = 'unknown';

/** More trusted proxies in a row than any real chain has; what lies beyond is not looked at. */
const MAX_TRUSTED_HOPS = 32;

const UNKNOWN: Caller = { known: false, reason: 'unknown', limitKey: UNKNOWN_LIMIT_KEY };
const PROXY_IN_FRONT: Caller = { known: false, reason: 'proxy-in-front', limitKey: UNKNOWN_LIMIT_KEY };

/**
 * The caller's true address by rule B5: the socket's own, or, only behind peers in TRUSTED_PROXIES, the last address
 * in X-Forwarded-For that is not itself a trusted proxy. Whatever cannot be read for certain is unknown. A peer with a
 * zone index (`fe80::1%eth0`) is unknown too: no allowlist entry and no setting can name it.
 */
export function establishCaller({ peer, rawHeaders, trustedProxies }: CallerEvidence): Caller {
  return callerReader(trustedProxies)(peer, rawHeaders);
}

/** What is known of a peer whatever it sends. */
type Peer = Readonly<{ itself: Caller; mayForward: boolean; mustNotForward: boolean }>;

/** How many peers are remembered; a peer sends many requests, and reading its address costs more than all else here. */
const MAX_KNOWN_PEERS = 10_000;

/** `establishCaller` for one setting, for many requests. */
export function callerReader(
  trustedProxies: TrustedProxies,
): (peer: string | undefined, rawHeaders: readonly string[]) => Caller {
  const knownPeers = new Map<string, Peer>();
  const judge = (peer: string): Peer => {
    const address = parseAddress(peer);
    if (address === null) return { itself: UNKNOWN, mayForward: false, mustNotForward: false };
    return {
      itself: known(address),
      mayForward: trustedProxies.size > 0 && trustedProxies.contains(address),
      mustNotForward: trustedProxies.size === 0 && isLoopbackOrPrivate(address),
    };
  };
  return (peer, rawHeaders) => {
    if (peer === undefined) return UNKNOWN;
    let judged = knownPeers.get(peer);
    if (judged === undefined) {
      judged = judge(peer);
      if (knownPeers.size >= MAX_KNOWN_PEERS) knownPeers.clear();
      knownPeers.set(peer, judged);
    }
    if (judged.mayForward) return callerBehind(trustedProxies, rawHeaders);
    return judged.mustNotForward && showsProxy(rawHeaders) ? PROXY_IN_FRONT : judged.itself;
  };
}

/** True for the headers that `server.ts` takes away before Next sees the request (B5). */
export function isForwardingHeader(name: string): boolean {
  return name.length > 12 && name.slice(0, 12).toLowerCase() === 'x-forwarded-';
}

function known(address: Address): Caller {
  return { known: true, address, limitKey: addressLimitKey(address) };
}

function callerBehind(trustedProxies: TrustedProxies, rawHeaders: readonly string[]): Caller {
  let hops = 0;
  // several headers of the name are one list, so the last of them is the nearest
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (!isHeader(rawHeaders[at], 'x-forwarded-for')) continue;
    const list = rawHeaders[at + 1] ?? '';
    let end = list.length;
    while (end >= 0) {
      const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
      const address = parseAddress(trimBlanks(list, comma + 1, end));
      if (address === null) return UNKNOWN;
      if (!trustedProxies.contains(address)) return known(address);
      if (++hops === MAX_TRUSTED_HOPS) return UNKNOWN;
      end = comma;
    }
  }
  return UNKNOWN;
}

function showsProxy(rawHeaders: readonly string[]): boolean {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (isHeader(name, 'x-forwarded-for') || isHeader(name, 'forwarded') || isHeader(name, 'via')) return true;
  }
  return false;
}

function isHeader(name: string | undefined, wanted: string): boolean {
  return name?.length === wanted.length && name.toLowerCase() === wanted;
}

/** HTTP's optional white space is space and tab; `trim()` would also accept a folded line or a no-break space. */
function trimBlanks(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && isBlank(text.charCodeAt(from))) from++;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}
