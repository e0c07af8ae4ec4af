import type { Reason } from '#lib/refusal.ts';
import { flagNetworks, type Network } from './network.ts';
import { noteFault, offeredFor, parseWrittenNetwork } from './network-note.ts';

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
