import type { Reason } from '#lib/refusal.ts';
import type { Address } from './address.ts';
import { type Network, parseNetwork } from './network.ts';

/**
 * The networks of one family, sorted by first address and then from wide to narrow. `enclosing` has the position of the
 * next wider network around each, -1 if none; `givenAt` its place in the list that was given.
 */
type FamilyTable = Readonly<{
  wordsPerAddress: number;
  size: number;
  firstWords: Uint32Array;
  prefixLengths: Uint8Array;
  enclosing: Int32Array;
  givenAt: Int32Array;
}>;

/**
 * Finds the networks that contain an address, longest prefix first, with one binary search. CIDR networks are nested or
 * disjoint, they never overlap in part. So the last network that starts at or before an address either contains it or
 * lies inside every network that does, and the rest are found by following `enclosing`.
 */
export class NetworkIndex {
  readonly size: number;
  readonly #ipv4: FamilyTable;
  readonly #ipv6: FamilyTable;

  constructor(networks: readonly Network[]) {
    this.size = networks.length;
    this.#ipv4 = buildTable(networks, 4);
    this.#ipv6 = buildTable(networks, 6);
  }

  contains(address: Address): boolean {
    return this.find(address, () => true) !== -1;
  }

  /**
   * The index in the given list of the network with the longest prefix that contains the address and that `accepts`
   * returns true for; -1 if none. Of equal networks, the earlier is tried first.
   */
  find(address: Address, accepts: (at: number) => boolean): number {
    const table = address.family === 4 ? this.#ipv4 : this.#ipv6;
    let position = lastStartingAtOrBefore(table, address.words);
    while (position !== -1 && !contains(table, position, address.words)) position = table.enclosing[position] ?? -1;
    while (position !== -1) {
      const at = table.givenAt[position] ?? -1;
      if (accepts(at)) return at;
      position = table.enclosing[position] ?? -1;
    }
    return -1;
  }
}

function buildTable(networks: readonly Network[], family: 4 | 6): FamilyTable {
  const wordsPerAddress = family === 4 ? 1 : 4;
  const sorted = networks
    .map((network, at) => ({ network, at }))
    .filter(({ network }) => network.family === family)
    .sort(
      (a, b) =>
        compareWords(a.network.words, b.network.words) ||
        a.network.prefixLength - b.network.prefixLength ||
        // the search starts at the last of equal networks, so the one given first must come last
        b.at - a.at,
    );

  const table = {
    wordsPerAddress,
    size: sorted.length,
    firstWords: new Uint32Array(sorted.length * wordsPerAddress),
    prefixLengths: new Uint8Array(sorted.length),
    enclosing: new Int32Array(sorted.length),
    givenAt: new Int32Array(sorted.length),
  };
  let around = -1;
  for (const [position, { network, at }] of sorted.entries()) {
    table.firstWords.set(network.words, position * wordsPerAddress);
    table.prefixLengths[position] = network.prefixLength;
    table.givenAt[position] = at;
    while (around !== -1 && !contains(table, around, network.words)) around = table.enclosing[around] ?? -1;
    table.enclosing[position] = around;
    around = position;
  }
  return table;
}

function compareWords(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < a.length; at++) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function lastStartingAtOrBefore(table: FamilyTable, words: readonly number[]): number {
  let low = 0;
  let high = table.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startsAfter(table, middle, words)) high = middle;
    else low = middle + 1;
  }
  return low - 1;
}

function startsAfter(table: FamilyTable, position: number, words: readonly number[]): boolean {
  const offset = position * table.wordsPerAddress;
  for (let at = 0; at < table.wordsPerAddress; at++) {
    const first = table.firstWords[offset + at] ?? 0;
    const word = words[at] ?? 0;
    if (first !== word) return first > word;
  }
  return false;
}

function contains(table: FamilyTable, position: number, words: readonly number[]): boolean {
  const offset = position * table.wordsPerAddress;
  let bits = table.prefixLengths[position] ?? 0;
  for (let at = 0; bits > 0; at++, bits -= 32) {
    const difference = (table.firstWords[offset + at] ?? 0) ^ (words[at] ?? 0);
    // >>> takes its count modulo 32, so a whole word is compared without a shift
    if (bits < 32 ? difference >>> (32 - bits) !== 0 : difference !== 0) return false;
  }
  return true;
}

/** Settings that list networks: the proxies whose X-Forwarded-For is read (B5), and who may read the metrics. */
export type NetworkSettingName = 'TRUSTED_PROXIES' | 'METRICS_ALLOW';

export type ParsedNetworks = Readonly<{ ok: true; networks: NetworkIndex }> | Readonly<{ ok: false; reason: Reason }>;

/** Parses a setting that lists addresses and CIDR networks, separated by commas or white space; none if it is empty. */
export function parseNetworkSetting(name: NetworkSettingName, setting: string): ParsedNetworks {
  const networks: Network[] = [];
  for (const part of setting.split(/[\s,]+/)) {
    if (part === '') continue;
    const parsed = parseNetwork(part);
    if (!parsed.ok) return { ok: false, reason: { code: 'setting-not-networks', name, fault: parsed.reason } };
    if (parsed.network.prefixLength === 0) return { ok: false, reason: { code: 'setting-all-addresses', name, part } };
    networks.push(parsed.network);
  }
  return { ok: true, networks: new NetworkIndex(networks) };
}
