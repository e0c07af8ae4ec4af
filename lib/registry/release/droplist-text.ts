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

/** The body of a list in a format, with the names in the order given. */
export function droplistText(entries: readonly DroplistEntry[], format: DroplistFormat): string {
  switch (format) {
    case 'json':
      return `[${entries.map(jsonEntry).join(',')}]`;
    case 'ndjson':
      return entries.map((entry) => `${jsonEntry(entry)}\n`).join('');
    case 'csv':
      return `TLD,DOMAIN,EXPIRED,PURGED\r\n${entries.map(csvRow).join('')}`;
  }
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
