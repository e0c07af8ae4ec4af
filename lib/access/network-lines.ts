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
  readonly sentence: string;
}

/** The most networks that are taken at once. */
export const mostLines = 1000;

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
    if (!parsed.ok) faults.push({ line, sentence: parsed.reason });
    else if (note.length > longestNote)
      faults.push({ line, sentence: `The note is longer than ${longestNote} characters.` });
    else entries.push({ line, network: parsed.network, note: note.trim() });
  }
  for (const { at, flag, reason } of flagNetworks(entries.map(({ network }) => network))) {
    const { line = 0, network } = entries[at] ?? {};
    if (flag === 'duplicate') {
      const first = entries.find((entry) => entry.network.text === network?.text)?.line ?? 0;
      faults.push({ line, sentence: `${network?.text} stands on line ${first} already.` });
    } else faults.push({ line, sentence: `${reason} Add it by itself, where you are asked to confirm it.` });
  }
  if (entries.length > mostLines) {
    const sentence = `These are ${entries.length} networks; paste at most ${mostLines} at once.`;
    faults.push({ line: entries[mostLines]?.line ?? 0, sentence });
  }
  return { entries, faults: faults.sort((a, b) => a.line - b.line) };
}
