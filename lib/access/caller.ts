import { type Address, addressLimitKey, isLoopbackOrPrivate, parseAddress } from './address.ts';
import type { NetworkIndex } from './network-index.ts';

/**
 * Who sent a request, if that can be established. `proxy-in-front`: the address is unknown because a proxy on the same
 * network forwarded the request while TRUSTED_PROXIES is empty. `address-with-port`: a trusted proxy wrote a port behind
 * the address, as some load balancers do unless that is turned off. `limitKey` is what limits per address count: the IPv4
 * address, the IPv6 /64, or the one key `unknown` for all unknown callers together (B5).
 */
export type Caller =
  | Readonly<{ known: true; address: Address; limitKey: string }>
  | Readonly<{ known: false; reason: UnknownReason; limitKey: typeof UNKNOWN_LIMIT_KEY }>;

export type UnknownReason = 'proxy-in-front' | 'address-with-port' | 'unknown';

export type CallerEvidence = Readonly<{
  /** `socket.remoteAddress` */
  peer: string | undefined;
  /** names and values in turn, as Node's `rawHeaders` */
  rawHeaders: readonly string[];
  trustedProxies: NetworkIndex;
}>;

const UNKNOWN_LIMIT_KEY = 'unknown';

/** More trusted proxies in a row than any real chain has; addresses beyond them are not read. */
const MAX_TRUSTED_HOPS = 32;

const UNKNOWN: Caller = { known: false, reason: 'unknown', limitKey: UNKNOWN_LIMIT_KEY };
const PROXY_IN_FRONT = { known: false, reason: 'proxy-in-front', limitKey: UNKNOWN_LIMIT_KEY } satisfies Caller;
const ADDRESS_WITH_PORT = { known: false, reason: 'address-with-port', limitKey: UNKNOWN_LIMIT_KEY } satisfies Caller;

/**
 * The caller's true address (B5): the peer's own, or, only if the peer is in TRUSTED_PROXIES, the last address in
 * X-Forwarded-For that is not itself a trusted proxy. If an address cannot be read with certainty, the caller is unknown.
 * So is a peer with a zone index (`fe80::1%eth0`): no allowlist entry and no setting can name it.
 */
export function establishCaller({ peer, rawHeaders, trustedProxies }: CallerEvidence): Caller {
  return callerReader(trustedProxies)(peer, rawHeaders);
}

/** The caller whose address, or the reason why it has none, another process of this server established. */
export function callerOf({ address, reason }: Readonly<{ address?: string; reason?: string }>): Caller {
  const parsed = address === undefined ? null : parseAddress(address);
  if (parsed !== null) return known(parsed);
  return [PROXY_IN_FRONT, ADDRESS_WITH_PORT].find((unknown) => unknown.reason === reason) ?? UNKNOWN;
}

/** What is known about a peer before its headers are read. */
type Peer = Readonly<{ caller: Caller; isTrustedProxy: boolean; isUntrustedNeighbour: boolean }>;

/** How many peers are cached: a peer sends many requests, and parsing its address costs more than the rest of this. */
const MAX_KNOWN_PEERS = 10_000;

/** `establishCaller` for many requests under one setting. */
export function callerReader(
  trustedProxies: NetworkIndex,
): (peer: string | undefined, rawHeaders: readonly string[]) => Caller {
  const knownPeers = new Map<string, Peer>();
  const readPeer = (text: string): Peer => {
    const address = parseAddress(text);
    if (address === null) return { caller: UNKNOWN, isTrustedProxy: false, isUntrustedNeighbour: false };
    return {
      caller: known(address),
      isTrustedProxy: trustedProxies.size > 0 && trustedProxies.contains(address),
      isUntrustedNeighbour: trustedProxies.size === 0 && isLoopbackOrPrivate(address),
    };
  };
  return (text, rawHeaders) => {
    if (text === undefined) return UNKNOWN;
    let peer = knownPeers.get(text);
    if (peer === undefined) {
      peer = readPeer(text);
      if (knownPeers.size >= MAX_KNOWN_PEERS) knownPeers.clear();
      knownPeers.set(text, peer);
    }
    if (peer.isTrustedProxy) return forwardedCaller(trustedProxies, rawHeaders);
    return peer.isUntrustedNeighbour && hasProxyHeader(rawHeaders) ? PROXY_IN_FRONT : peer.caller;
  };
}

/** Whether the server removes this header before Next sees the request (B5). */
export function isForwardingHeader(name: string): boolean {
  return name.length > 12 && name.slice(0, 12).toLowerCase() === 'x-forwarded-';
}

function known(address: Address): Caller {
  return { known: true, address, limitKey: addressLimitKey(address) };
}

function forwardedCaller(trustedProxies: NetworkIndex, rawHeaders: readonly string[]): Caller {
  let hops = 0;
  // several headers with this name are one list, and the last address in it was added by the nearest proxy
  for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
    if (!isHeader(rawHeaders[at], 'x-forwarded-for')) continue;
    const list = rawHeaders[at + 1] ?? '';
    let end = list.length;
    while (end >= 0) {
      const comma = end === 0 ? -1 : list.lastIndexOf(',', end - 1);
      const text = trimBlanks(list, comma + 1, end);
      const address = parseAddress(text);
      if (address === null) return hasPort(text) ? ADDRESS_WITH_PORT : UNKNOWN;
      if (!trustedProxies.contains(address)) return known(address);
      if (++hops === MAX_TRUSTED_HOPS) return UNKNOWN;
      end = comma;
    }
  }
  return UNKNOWN;
}

/** Whether a text is an address followed by a port: `203.0.113.7:51234` or `[2001:db8::7]:51234`. */
function hasPort(text: string): boolean {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|([\d.]+)):\d{1,5}$/.exec(text) ?? [];
  return parseAddress(bracketed ?? plain ?? '') !== null;
}

function hasProxyHeader(rawHeaders: readonly string[]): boolean {
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
