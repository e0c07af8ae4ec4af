import type { Reason } from '#lib/refusal.ts';
import { flagNetworks, type Network, parseNetwork } from './network.ts';

/** One network that was pasted: the line it stands on, counted from 1, and what was written behind it. */
export interface NetworkLine {
  readonly line: number;
  readonly network: Network;
  readonly note: string;
}

/** What is wrong with a line. */
export interface LineFault {
  readonly line: number;
  readonly reason: Reason;
}

/** The most networks that are taken at once. */
export const maxLines = 1000;

const shape = /^(\S+?)(?:[\s,;#]+(.*))?$/;
const longestNote = 500;

/**
 * Reads networks, one a line, each with a note behind it if one likes (after a blank, a comma or #). Empty lines and
 * lines that begin with # are skipped. A very large network is refused here: it must be added by itself, where it is
 * asked about.
 */
export function parseNetworkLines(text: string): { entries: NetworkLine[]; faults: LineFault[] } {
  const entries: NetworkLine[] = [];
  const faults: LineFault[] = [];
  for (const [at, row] of text.split(/\r\n|\n|\r/).entries()) {
    const trimmed = row.trim();
    if (trimmed === '' || trimmed.startsWith('#')) continue;
    const line = at + 1;
    const [, written = '', note = ''] = shape.exec(trimmed) ?? [];
    const parsed = parseNetwork(written);
    if (!parsed.ok) faults.push({ line, reason: parsed.reason });
    else if (note.length > longestNote) faults.push({ line, reason: { code: 'note-too-long', most: longestNote } });
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
