import type { Address } from './address.ts';
import { type Network, networkOf } from './network.ts';

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
