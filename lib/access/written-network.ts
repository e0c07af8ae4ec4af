import type { Reason } from '#lib/refusal.ts';
import { type Address, parseAddress } from './address.ts';
import {
  flagNetworks,
  type Network,
  type NetworkFault,
  networkOf,
  type ParsedNetwork,
  parseNetwork,
} from './network.ts';

const dash = String.raw`[-\u2010-\u2015\u2212~]|\.{2,}`;
const range = new RegExp(String.raw`^([^\s/]+?)\s*(?:${dash}|\s(?:to|through|thru)\s)\s*([^\s/]+)$`, 'iu');
const masked = /^([^\s/]+)(?:\s*[/,;]\s*|\s+(?:netmask\s+|mask\s+)?)(\d+\.\d+\.\d+\.\d+)$/iu;
const apart = /^([^\s/]+)[\s,;]*\/\s*(\d{1,3})$/u;
const continues = new RegExp(String.raw`^(?:${dash}|(?:to|and|through|thru)(?![\p{L}\p{N}])|&)`, 'iu');
const dottedQuad = /(?<![\d.])\d{1,3}(?:\.(?:\d{1,3}|\*)){3}(?!\d)/u;
const prefix = /(?<![^\s,;(])\/\s*\d{1,3}(?!\d)/u;
const hexMask = /(?<![\da-z])0x[\da-f]{8}(?![\da-z])/iu;
const numbers = /^(?:\.\d{1,3}|\d{1,3}\s*[,;&+-])(?:[\s,;&+.-]*\d{1,3})*$/u;
/** The last number of an address, for one more in the same network. */
const lastNumber = /(?<![^\s,;&+(])\.\d{1,3}(?![\d.])/u;
const mostOffered = 8;
const mostShown = 60;

/**
 * Why a note cannot be stored with its network, or undefined: what holds an address, a mask, a prefix or a list, or goes on
 * with a dash, "to" or "and", was meant as more addresses, and these would not be let in.
 */
export function noteFault(note: string): Reason | undefined {
  const plain = readable(note);
  const isAddresses = [dottedQuad, prefix, hexMask, continues, numbers, lastNumber].some((pattern) =>
    pattern.test(plain),
  );
  return isAddresses || holdsAddress(plain) ? { code: 'note-is-addresses', text: shown(note) } : undefined;
}

/** Parses a network like parseNetwork; for a range, a mask, or a prefix written apart, the reason offers the networks. */
export function parseWrittenNetwork(text: string): ParsedNetwork {
  const parsed = parseNetwork(text);
  if (parsed.ok) return parsed;
  const meant = meantNetworks(text);
  return meant.length === 0 ? parsed : { ok: false, reason: writtenAs(text, meant) };
}

/** The reason to write these networks in place of a line, or undefined if the line is no range and has no mask or prefix. */
export function offeredFor(line: string): Reason | undefined {
  const meant = meantNetworks(line);
  return meant.length === 0 ? undefined : writtenAs(line, meant);
}

function writtenAs(text: string, networks: readonly Network[]): NetworkFault {
  return { code: 'network-written-as', text: shown(readable(text)), networks: networks.map((network) => network.text) };
}

function shown(text: string): string {
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}

/** A text without the characters that nobody sees, and with the ordinary forms of letters and digits. */
function readable(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

function holdsAddress(note: string): boolean {
  return note
    .split(/[^\p{L}\p{N}:.]+/u)
    .some((word) => word.includes(':') && [word, word.replace(/[.:]+$/, '')].some((text) => parseAddress(text)));
}

function meantNetworks(line: string): Network[] {
  const text = readable(line);
  const [, first = '', last = ''] = range.exec(text) ?? [];
  const from = parseAddress(first);
  if (from !== null) return networksBetween(from, parseAddress(endOf(first, last)));
  const [, base = '', given = ''] = masked.exec(text) ?? apart.exec(text) ?? [];
  const length = given.includes('.') ? maskLength(given) : given;
  const parsed = parseNetwork(`${base}/${length}`);
  return parsed.ok ? [parsed.network] : [];
}

/** The end of a range of IPv4 addresses may be written as its last number only. */
function endOf(first: string, last: string): string {
  return /^\.?\d{1,3}$/.test(last) ? first.replace(/\d+$/, last.replace('.', '')) : last;
}

/** The prefix length that a mask (255.255.255.0) or wildcard (0.0.0.15) stands for; empty for any other text. */
function maskLength(given: string): string {
  const bits = (parseAddress(given)?.words[0] ?? 0).toString(2).padStart(32, '0');
  if (/^1+0*$/.test(bits)) return String(bits.lastIndexOf('1') + 1);
  return /^0+1+$/.test(bits) ? String(bits.indexOf('1')) : '';
}

/** The fewest networks that are exactly the addresses from one to another; none if these are too many. */
function networksBetween(first: Address, last: Address | null): Network[] {
  if (last === null || first.family !== last.family) return [];
  const bits = first.family === 4 ? 32 : 128;
  const end = numberOf(last);
  const found: Network[] = [];
  for (let next = numberOf(first); next <= end; ) {
    if (found.length === mostOffered) return [];
    let size = 0;
    while (size < bits && next % (2n << BigInt(size)) === 0n && next + (2n << BigInt(size)) - 1n <= end) size += 1;
    found.push(networkOf({ ...first, words: wordsOf(next, first.words.length) }, bits - size));
    next += 1n << BigInt(size);
  }
  return found;
}

function numberOf({ words }: Address): bigint {
  return words.reduce((sum, word) => (sum << 32n) | BigInt(word), 0n);
}

function wordsOf(value: bigint, count: number): number[] {
  return Array.from({ length: count }, (_, at) => Number((value >> BigInt(32 * (count - 1 - at))) & 0xffffffffn));
}

/** One pasted network, with its line number, counted from 1, and the note after it. */
export interface NetworkLine {
  readonly line: number;
  readonly network: Network;
  readonly note: string;
}

/** A line that cannot be used, and the reason. */
export interface LineFault {
  readonly line: number;
  readonly reason: Reason;
}

/** The most networks that can be pasted at once. */
export const maxLines = 1000;

const linePattern = /^(\S+?)(?:[\s,;#]+(.*))?$/;
const maxNoteLength = 500;

/**
 * Parses networks, one a line, each with an optional note after a space, a comma, a semicolon or #. Empty lines and lines
 * that begin with # are skipped. A line that goes on with more addresses is a fault. A very large network is refused here: it must be added by itself, with a confirmation.
 */
export function parseNetworkLines(text: string): { entries: NetworkLine[]; faults: LineFault[] } {
  const entries: NetworkLine[] = [];
  const faults: LineFault[] = [];
  for (const [at, row] of text.split(/\r\n|\n|\r/).entries()) {
    const trimmed = row.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const line = at + 1;
    const [, written = '', note = ''] = linePattern.exec(trimmed) ?? [];
    const parsed = parseWrittenNetwork(written);
    const misread = noteFault(note);
    const offered = misread === undefined && parsed.ok ? undefined : offeredFor(trimmed);
    if (offered !== undefined) faults.push({ line, reason: offered });
    else if (!parsed.ok) faults.push({ line, reason: parsed.reason });
    else if (misread !== undefined) faults.push({ line, reason: misread });
    else if (note.length > maxNoteLength) faults.push({ line, reason: { code: 'note-too-long', most: maxNoteLength } });
    else entries.push({ line, network: parsed.network, note: note.trim() });
  }
  for (const flagged of flagNetworks(entries.map(({ network }) => network))) {
    const entry = entries[flagged.at];
    if (entry === undefined) continue;
    const { line, network } = entry;
    if (flagged.flag === 'duplicate') {
      const first = entries.find((other) => other.network.text === network.text)?.line ?? 0;
      faults.push({ line, reason: { code: 'network-repeated', network: network.text, line: first } });
    } else {
      const { text, family } = network;
      const reason = { code: 'very-large-network', network: text, family, shortest: flagged.shortestPrefix } as const;
      faults.push({ line, reason });
    }
  }
  if (entries.length > maxLines) {
    const reason = { code: 'too-many-lines', count: entries.length, most: maxLines } as const;
    faults.push({ line: entries[maxLines]?.line ?? 0, reason });
  }
  return { entries, faults: faults.sort((a, b) => a.line - b.line) };
}
