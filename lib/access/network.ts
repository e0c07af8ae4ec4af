import type { Reason } from '#lib/refusal.ts';
import { type Address, addressFromWords, parseAddress } from './address.ts';

/**
 * An IP network in canonical form. `prefixLength` is 0–32 or 0–128, `words` is its first address (see Address), `text`
 * always includes the prefix: `192.0.2.0/24`, `2001:db8::/32`.
 */
export type Network = Readonly<{ family: 4 | 6; prefixLength: number; text: string; words: readonly number[] }>;

/** Why a text is not a network. */
export type NetworkFault = Extract<
  Reason,
  { code: 'not-a-network' | 'not-a-prefix-length' | 'host-bits' | 'network-written-as' }
>;

export type ParsedNetwork = Readonly<{ ok: true; network: Network }> | Readonly<{ ok: false; reason: NetworkFault }>;

/** What staff should confirm before a network is stored; `at` is its index in the given list. */
export type NetworkFlag =
  | Readonly<{ at: number; flag: 'duplicate' }>
  | Readonly<{ at: number; flag: 'very-large'; shortestPrefix: number }>;

const BITS = { 4: 32, 6: 128 } as const;
const SHORTEST_ORDINARY_PREFIX = { 4: 8, 6: 32 } as const;
const MAPPED_BITS = 96;

/**
 * Parses an address or a CIDR network, strictly (see parseAddress). A bare address becomes its /32 or /128. An IPv4-mapped
 * network (`::ffff:192.0.2.0/120`) becomes the IPv4 one. Host bits are never dropped silently: the reason has the network
 * that was probably meant.
 */
export function parseNetwork(text: string): ParsedNetwork {
  const slash = text.indexOf('/');
  const addressText = slash < 0 ? text : text.slice(0, slash);
  const address = parseAddress(addressText);
  if (address === null) {
    const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
    return { ok: false, reason: { code: 'not-a-network', text: shown } };
  }
  const bits = BITS[address.family];
  if (slash < 0) return { ok: true, network: networkOf(address, bits) };

  const prefixText = text.slice(slash + 1);
  const shortest = address.family === 4 && addressText.includes(':') ? MAPPED_BITS : 0;
  const longest = shortest + bits;
  const prefix = /^(0|[1-9]\d{0,2})$/.test(prefixText) ? Number(prefixText) : -1;
  if (prefix < shortest || prefix > longest) {
    const kind = shortest > 0 ? 'IPv4 in IPv6' : (`IPv${address.family}` as const);
    const given = prefixText.slice(0, 20);
    return { ok: false, reason: { code: 'not-a-prefix-length', prefix: given, kind, least: shortest, most: longest } };
  }
  const network = networkOf(address, prefix - shortest);
  if (network.words.some((word, at) => word !== address.words[at])) {
    const single = networkOf(address, bits).text;
    const asked = `${address.text}/${network.prefixLength}`;
    const reason = { code: 'host-bits', address: asked, network: network.text, single } as const;
    return { ok: false, reason };
  }
  return { ok: true, network };
}

/** The network of this prefix length that contains the address. */
export function networkOf(address: Address, prefixLength: number): Network {
  const { family } = address;
  const words = address.words.map((word, at) => {
    const kept = Math.min(32, Math.max(0, prefixLength - 32 * at));
    return kept === 0 ? 0 : (word & (-1 << (32 - kept))) >>> 0;
  });
  return { family, prefixLength, words, text: `${addressFromWords(family, words).text}/${prefixLength}` };
}

/**
 * Flags duplicates (the second and later of equal networks) and networks that contain very many addresses (a prefix
 * shorter than /8, or /32 for IPv6).
 */
export function flagNetworks(networks: readonly Network[]): NetworkFlag[] {
  const seen = new Set<string>();
  return networks.flatMap((network, at) => {
    const flags: NetworkFlag[] = [];
    if (seen.has(network.text)) {
      flags.push({ at, flag: 'duplicate' });
    }
    seen.add(network.text);
    const shortest = SHORTEST_ORDINARY_PREFIX[network.family];
    if (network.prefixLength < shortest) {
      flags.push({ at, flag: 'very-large', shortestPrefix: shortest });
    }
    return flags;
  });
}

/** Whether `outer` contains every address of `inner`. */
export function containsNetwork(outer: Network, inner: Network): boolean {
  if (outer.family !== inner.family || outer.prefixLength > inner.prefixLength) return false;
  let bits = outer.prefixLength;
  for (let at = 0; bits > 0; at++, bits -= 32) {
    const difference = (outer.words[at] ?? 0) ^ (inner.words[at] ?? 0);
    if (bits < 32 ? difference >>> (32 - bits) !== 0 : difference !== 0) return false;
  }
  return true;
}

/** Every network that contains the address, as canonical text, the longest prefix first: 33 for IPv4, 129 for IPv6. */
export function networksContaining(address: Address): string[] {
  const bits = address.family === 4 ? 32 : 128;
  return Array.from({ length: bits + 1 }, (_, less) => networkOf(address, bits - less).text);
}

/**
 * A sort key that orders networks as addresses: IPv4 before IPv6, by first address, wide before narrow. Hexadecimal text
 * of a fixed length per family.
 */
export function networkOrder({ family, words, prefixLength }: Network): string {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0');
  return `${family}${words.map((word) => hex(word, 8)).join('')}${hex(prefixLength, 2)}`;
}
