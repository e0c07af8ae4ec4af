import { isIP } from 'node:net';

/**
 * One IP address in its only form: equal addresses have equal `family` and `text`, however they were written.
 * `text` is lower-case RFC 5952 (IPv4: dotted decimal). `words` are unsigned 32-bit numbers, most significant first:
 * one for IPv4, four for IPv6.
 */
export type Address = Readonly<{ family: 4 | 6; text: string; words: readonly number[] }>;

const LONGEST_ADDRESS_TEXT = 45;
const MAPPED_WORD = 0xffff;

/**
 * Reads a plain address, the whole text and nothing else: no port, brackets, zone index, quotes, white space, leading
 * zeros, octal, short forms such as `127.1`, or names. IPv4-mapped IPv6 in any spelling is the IPv4 address (B5).
 * Anything else is `null`.
 */
export function parseAddress(text: string): Address | null {
  if (text.length > LONGEST_ADDRESS_TEXT) return null;
  const family = isIP(text);
  if (family === 4) return { family: 4, text, words: [readIpv4Word(text)] };
  // isIP accepts a zone index, which means something only on the machine that wrote it
  if (family === 0 || text.includes('%')) return null;
  const words = readIpv6Words(text);
  return isMapped(words) ? addressFromWords(4, words.slice(3)) : addressFromWords(6, words);
}

/** The address with these words (one for family 4, four for family 6; unsigned 32 bits each). */
export function addressFromWords(family: 4 | 6, words: readonly number[]): Address {
  return { family, text: family === 4 ? writeIpv4(words[0] ?? 0) : writeIpv6(words), words };
}

/**
 * True for a loopback or private peer as B5 means it, one that only a neighbour can be: 127.0.0.0/8, 10.0.0.0/8,
 * 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, 100.64.0.0/10 (carrier NAT), ::1, fe80::/10, fc00::/7.
 */
export function isLoopbackOrPrivate({ family, words }: Address): boolean {
  const first = words[0] ?? 0;
  if (family === 6) {
    if (first === 0) return words[1] === 0 && words[2] === 0 && words[3] === 1;
    return first >>> 22 === 0xfe80 >>> 6 || first >>> 25 === 0xfc00 >>> 9;
  }
  const octet = first >>> 24;
  const twoOctets = first >>> 16;
  return (
    octet === 127 ||
    octet === 10 ||
    first >>> 20 === (172 << 4) + 1 ||
    twoOctets === (192 << 8) + 168 ||
    twoOctets === (169 << 8) + 254 ||
    first >>> 22 === (100 << 2) + 1
  );
}

/**
 * The name under which limits per address count this one: the IPv4 address itself, or for IPv6 its /64
 * (`2001:db8:1:2::/64`), since one household or machine commands all of a /64 (B6).
 */
export function addressLimitKey(address: Address): string {
  if (address.family === 4) return address.text;
  return `${writeIpv6([address.words[0] ?? 0, address.words[1] ?? 0, 0, 0])}/64`;
}

function readIpv4Word(text: string): number {
  let word = 0;
  for (const octet of text.split('.')) word = word * 256 + Number(octet);
  return word;
}

function readIpv6Words(text: string): number[] {
  const gap = text.indexOf('::');
  const before = gap < 0 ? readGroups(text) : readGroups(text.slice(0, gap));
  const after = gap < 0 ? [] : readGroups(text.slice(gap + 2));
  const groups = [...before, ...new Array<number>(8 - before.length - after.length).fill(0), ...after];
  return [0, 2, 4, 6].map((at) => (groups[at] ?? 0) * 0x10000 + (groups[at + 1] ?? 0));
}

function readGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const word = readIpv4Word(group);
    return [word >>> 16, word & 0xffff];
  });
}

function isMapped(words: readonly number[]): boolean {
  return words[0] === 0 && words[1] === 0 && words[2] === MAPPED_WORD;
}

function writeIpv4(word: number): string {
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;
}

function writeIpv6(words: readonly number[]): string {
  const groups = words.flatMap((word) => [word >>> 16, word & 0xffff]);

  // RFC 5952: the longest run of two or more zero groups becomes "::", the first of equals
  let gapAt = -1;
  let gapLength = 1;
  for (let at = 0; at < groups.length; at++) {
    let length = 0;
    while (groups[at + length] === 0) length++;
    if (length > gapLength) {
      gapAt = at;
      gapLength = length;
    }
  }
  const hex = groups.map((group) => group.toString(16));
  if (gapAt < 0) return hex.join(':');
  return `${hex.slice(0, gapAt).join(':')}::${hex.slice(gapAt + gapLength).join(':')}`;
}
