import { isIP } from 'node:net';

/**
 * An IP address in canonical form: equal addresses have equal `family` and `text`, however they were written.
 * `text` is lower-case RFC 5952 (IPv4: dotted decimal). `words` are unsigned 32-bit numbers, most significant first:
 * one for IPv4, four for IPv6.
 */
export type Address = Readonly<{ family: 4 | 6; text: string; words: readonly number[] }>;

const LONGEST_ADDRESS_TEXT = 45;
const MAPPED_WORD = 0xffff;
const PLAIN_MAPPED_PREFIX = '::ffff:';
const COLON = 0x3a;
const DOT = 0x2e;

/**
 * Parses a text that is an address and nothing else: no port, brackets, zone index, quotes, white space, leading zeros,
 * octal, short forms such as `127.1`, or names. IPv4-mapped IPv6 in any spelling becomes the IPv4 address (B5).
 *
 * @returns null for anything else
 */
export function parseAddress(text: string): Address | null {
  if (text.length > LONGEST_ADDRESS_TEXT) return null;
  const family = isIP(text);
  if (family === 4) return { family: 4, text, words: [readIpv4Word(text, 0)] };
  // isIP accepts a zone index, which has a meaning only on the machine that wrote it
  if (family === 0 || text.includes('%')) return null;
  const mapped = readPlainMapped(text);
  if (mapped !== null) return mapped;
  const words = readIpv6Words(text);
  return isMapped(words) ? addressFromWords(4, words.slice(3)) : addressFromWords(6, words);
}

/** Makes an address of its words (one for family 4, four for family 6; unsigned 32 bits each). */
export function addressFromWords(family: 4 | 6, words: readonly number[]): Address {
  return { family, text: family === 4 ? writeIpv4(words[0] ?? 0) : writeIpv6(words), words };
}

/**
 * Whether an address is loopback or private, so that only a machine on the same network can have it (B5): 127.0.0.0/8,
 * 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, 169.254.0.0/16, 100.64.0.0/10 (carrier NAT), ::1, fe80::/10, fc00::/7.
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
 * The key under which limits per address count this one: the IPv4 address itself, or for IPv6 its /64
 * (`2001:db8:1:2::/64`), since one household or machine controls all of a /64 (B6).
 */
export function addressLimitKey(address: Address): string {
  if (address.family === 4) return address.text;
  return `${writeIpv6([address.words[0] ?? 0, address.words[1] ?? 0, 0, 0])}/64`;
}

/** The key of the network that a provider or an office has around an address: an IPv4 /24, an IPv6 /48. */
export function networkLimitKey(address: Address): string {
  if (address.family === 4) return `${address.text.slice(0, address.text.lastIndexOf('.'))}.0/24`;
  const [first = 0, second = 0] = address.words;
  return `${writeIpv6([first, (second & 0xffff0000) >>> 0, 0, 0])}/48`;
}

/** A dual-stack socket reports every IPv4 peer in this spelling, so reading it must be cheap. */
function readPlainMapped(text: string): Address | null {
  if (!text.startsWith(PLAIN_MAPPED_PREFIX) || !text.includes('.')) return null;
  const plain = text.slice(PLAIN_MAPPED_PREFIX.length);
  return isIP(plain) === 4 ? { family: 4, text: plain, words: [readIpv4Word(plain, 0)] } : null;
}

/** Reads dotted decimal from `start` to the end of a text that is known to be an address. */
function readIpv4Word(text: string, start: number): number {
  let word = 0;
  let octet = 0;
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code !== DOT) octet = octet * 10 + code - 0x30;
    else {
      word = word * 256 + octet;
      octet = 0;
    }
  }
  return word * 256 + octet;
}

/** Reads the groups of a text that is known to be an IPv6 address. */
function readIpv6Words(text: string): number[] {
  const groups: number[] = [];
  let gapAt = 8;
  let group = 0;
  let groupStart = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : COLON;
    if (code === DOT) {
      const word = readIpv4Word(text, groupStart);
      groups.push(word >>> 16, word & 0xffff);
      break;
    }
    if (code !== COLON) {
      group = group * 16 + (code < 0x3a ? code - 0x30 : (code | 0x20) - 0x57);
      continue;
    }
    // an empty group is one side of "::"
    if (at === groupStart) gapAt = groups.length;
    else groups.push(group);
    group = 0;
    groupStart = at + 1;
  }
  const gapLength = 8 - groups.length;
  const groupAt = (at: number) => (at < gapAt ? groups[at] : at < gapAt + gapLength ? 0 : groups[at - gapLength]) ?? 0;
  return [0, 2, 4, 6].map((at) => groupAt(at) * 0x10000 + groupAt(at + 1));
}

function isMapped(words: readonly number[]): boolean {
  return words[0] === 0 && words[1] === 0 && words[2] === MAPPED_WORD;
}

function writeIpv4(word: number): string {
  return `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;
}

function writeIpv6(words: readonly number[]): string {
  const groupAt = (at: number) => ((words[at >> 1] ?? 0) >>> (at % 2 === 0 ? 16 : 0)) & 0xffff;

  // RFC 5952: the longest run of two or more zero groups becomes "::"; of equal runs, the first
  let gapAt = -1;
  let gapLength = 1;
  let runLength = 0;
  for (let at = 0; at < 8; at++) {
    runLength = groupAt(at) === 0 ? runLength + 1 : 0;
    if (runLength > gapLength) {
      gapAt = at - runLength + 1;
      gapLength = runLength;
    }
  }
  let text = '';
  for (let at = 0; at < 8; at++) {
    if (at === gapAt) {
      text += '::';
      at += gapLength - 1;
    } else {
      text += (text === '' || text.endsWith(':') ? '' : ':') + groupAt(at).toString(16);
    }
  }
  return text;
}
