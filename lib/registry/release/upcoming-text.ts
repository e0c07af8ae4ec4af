import type { NextPiece } from '#lib/pieces.ts';
import { availabilityEntry } from '#lib/registry/name-status.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { isoAuckland } from '#lib/time/auckland.ts';
import type { DroplistEntry } from './droplist.ts';
import { type DroplistFormat, type ListText, listBody, type MadeBody } from './droplist-text.ts';
import { releaseDate } from './release.ts';
import type { ReleaseChange } from './upcoming.ts';

const releaseTexts: Readonly<Record<DroplistFormat, Omit<ListText<DroplistEntry>, 'end'>>> = {
  json: { begin: '{"releases":[', between: ',', entry: (release) => `{${releaseMembers(release)}}` },
  ndjson: { begin: '', between: '', entry: (release) => `{${releaseMembers(release)}}\n` },
  csv: {
    begin: 'domain,original,registered,cancel_date,release_date,drop_date\r\n',
    between: '',
    entry: (release) => `${releaseCells(release)}\r\n`,
  },
};

const changeTexts: Readonly<Record<DroplistFormat, Omit<ListText<ReleaseChange>, 'end'>>> = {
  json: { begin: '{"changes":[', between: ',', entry: changeJson },
  ndjson: { begin: '', between: '', entry: (change) => `${changeJson(change)}\n` },
  csv: {
    begin: 'change,code,status,domain,original,registered,cancel_date,release_date,drop_date\r\n',
    between: '',
    entry: changeRow,
  },
};

interface Cursors {
  /** Where the next page begins; undefined after the last. */
  readonly next?: string | undefined;
  /** From where on changes are to be asked for. */
  readonly since: string;
}

/** The body of a page of upcoming releases. Its cursors are in the body of JSON only; other formats have the header. */
export function releasesBody(
  page: readonly DroplistEntry[],
  format: DroplistFormat,
  cursors: Cursors,
  nextPiece: NextPiece,
): Promise<MadeBody> {
  return listBody(page, { ...releaseTexts[format], end: endOf(format, cursors) }, nextPiece);
}

/** The body of the changes since a position. */
export function changesBody(
  changes: readonly ReleaseChange[],
  format: DroplistFormat,
  cursors: Cursors,
  nextPiece: NextPiece,
): Promise<MadeBody> {
  return listBody(changes, { ...changeTexts[format], end: endOf(format, cursors) }, nextPiece);
}

function endOf(format: DroplistFormat, { next, since }: Cursors): string {
  if (format !== 'json') return '';
  return `]${next === undefined ? '' : `,"next":"${next}"`},"since":"${since}"}`;
}

interface ReleaseTexts {
  readonly domain: string;
  readonly original: string | undefined;
  readonly registered: string;
  readonly cancelDate: string;
  readonly releaseDate: string;
  readonly dropDate: string;
}

function textsOf({ domain, registered, cancelled, drop }: DroplistEntry): ReleaseTexts {
  return {
    domain,
    original: originalOf(domain),
    registered: isoAuckland(registered * 1000),
    cancelDate: isoAuckland(cancelled * 1000),
    releaseDate: isoAuckland(releaseDate(cancelled) * 1000),
    dropDate: isoAuckland(drop),
  };
}

const originalOf = (domain: string) => (domain.startsWith('xn--') ? parseName(domain).original : undefined);

/** The members of a release as JSON text. A stored name has no characters that JSON escapes. */
function releaseMembers(release: DroplistEntry): string {
  const { domain, original, registered, cancelDate, releaseDate: due, dropDate: drop } = textsOf(release);
  const unicode = original === undefined ? '' : `"original":"${original}",`;
  return `"domain":"${domain}",${unicode}"registered":"${registered}","cancel_date":"${cancelDate}","release_date":"${due}","drop_date":"${drop}"`;
}

/** The cells of a release in a CSV, none of which needs quotation marks. */
function releaseCells(release: DroplistEntry): string {
  const { domain, original = '', registered, cancelDate, releaseDate: due, dropDate: drop } = textsOf(release);
  return [domain, original, registered, cancelDate, due, drop].join(',');
}

function changeJson(change: ReleaseChange): string {
  if (change.change !== 'removed') return `{"change":"${change.change}",${releaseMembers(change.release)}}`;
  return `{"change":"removed",${availabilityEntry(parseName(change.domain), change.status).slice(1)}`;
}

function changeRow(change: ReleaseChange): string {
  if (change.change !== 'removed') return `${change.change},210,PendingRelease,${releaseCells(change.release)}\r\n`;
  const { domain, status } = change;
  return `removed,${status.code},${status.status},${domain},${originalOf(domain) ?? ''},,,,\r\n`;
}
