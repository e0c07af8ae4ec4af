import { createHash } from 'node:crypto';
import { inPieces, type NextPiece } from '#lib/pieces.ts';
import { formatAuckland } from '#lib/time/auckland.ts';
import type { DroplistEntry } from './droplist.ts';
import { releaseDate } from './release.ts';

/** The formats of a list of names; the first is the specification's own. */
export const droplistFormats = ['json', 'csv', 'ndjson'] as const;
export type DroplistFormat = (typeof droplistFormats)[number];

/** `Content-Type` of the formats that the specification does not have; JSON has that of every answer (B1). */
export const contentTypeOfFormat: Readonly<Record<DroplistFormat, string | undefined>> = {
  json: undefined,
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** The text of a list in a format: what it begins with, what comes between entries, each entry, and its end. */
export interface ListText<Entry> {
  readonly begin: string;
  readonly between: string;
  readonly entry: (entry: Entry) => string;
  readonly end: string;
}

const texts: Readonly<Record<DroplistFormat, ListText<DroplistEntry>>> = {
  json: { begin: '[', between: ',', entry: jsonEntry, end: ']' },
  ndjson: { begin: '', between: '', entry: (entry) => `${jsonEntry(entry)}\n`, end: '' },
  csv: { begin: 'TLD,DOMAIN,EXPIRED,PURGED\r\n', between: '', entry: csvRow, end: '' },
};

/** A body, and its SHA-256 in base64url. */
export interface MadeBody {
  readonly body: Uint8Array;
  readonly digest: string;
}

/** The body of a droplist in a format, of those entries that are asked for, in the order given. */
export function droplistBody(
  entries: readonly DroplistEntry[],
  format: DroplistFormat,
  isAsked: (entry: DroplistEntry) => boolean,
  nextPiece: NextPiece,
): Promise<MadeBody> {
  return listBody(entries, texts[format], nextPiece, isAsked);
}

/** The body of a list, made in pieces, of those entries that are asked for, in the order given. */
export async function listBody<Entry>(
  entries: readonly Entry[],
  { begin, between, entry: textOf, end }: ListText<Entry>,
  nextPiece: NextPiece,
  isAsked: (entry: Entry) => boolean = () => true,
): Promise<MadeBody> {
  const chunks: Buffer[] = [];
  const hash = createHash('sha256');
  let text = begin;
  let isFirst = true;
  const endChunk = () => {
    const chunk = Buffer.from(text);
    chunks.push(chunk);
    hash.update(chunk);
    text = '';
  };
  const add = (entry: Entry) => {
    if (!isAsked(entry)) return;
    text += isFirst ? textOf(entry) : between + textOf(entry);
    isFirst = false;
  };
  await inPieces(entries, nextPiece, add, endChunk);
  text = end;
  endChunk();
  return { body: Buffer.concat(chunks), digest: hash.digest('base64url') };
}

/** An element of the specification's array, each date with the offset in force at that instant (R8). */
function jsonEntry({ domain, registered, cancelled, drop }: DroplistEntry): string {
  const registeredText = formatAuckland(registered * 1000);
  const cancelDate = formatAuckland(cancelled * 1000);
  const release = formatAuckland(releaseDate(cancelled) * 1000);
  // a stored name has no characters that JSON escapes
  return `{"domain":"${domain}","registered":"${registeredText}","cancel_date":"${cancelDate}","release_date":"${release}","drop_date":"${formatAuckland(drop)}"}`;
}

/**
 * A row as draft-sattler-domain-drop-list-report describes it: top-level domain, A-label form of the name, when it
 * expired (here: was cancelled) and when it is purged from the register, both in UTC; lines end as in RFC 4180.
 */
function csvRow({ domain, cancelled, drop }: DroplistEntry): string {
  return `nz,${domain},${utc(cancelled * 1000)},${utc(drop)}\r\n`;
}

/** `2026-11-20T11:00:34Z`; parts of a second are cut off. */
function utc(epochMs: number): string {
  return `${new Date(epochMs).toISOString().slice(0, 19)}Z`;
}
