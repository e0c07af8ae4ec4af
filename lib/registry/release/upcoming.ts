import { availabilityEntry } from '#lib/registry/name-status.ts';
import { parseName } from '#lib/registry/names/name.ts';
import type { RegisterRow, Status } from '#lib/registry/status.ts';
import { type EpochMs, isoAuckland } from '#lib/time/auckland.ts';
import type { DroplistEntry } from './droplist.ts';
import { contentTypeOfFormat, type DroplistFormat, type ListText, listBody, type MadeBody } from './droplist-text.ts';
import { dropDate, releaseDate } from './release.ts';

/**
 * A state of the register from which all upcoming releases follow (R16): a revision, and the last instant at which time or
 * a job has changed them. As a cursor it says what a caller has already got.
 */
export interface RegisterPosition {
  readonly revision: number;
  /** When it was published: after a restore, another revision may have the same number. */
  readonly publishedAt: EpochMs;
  readonly at: EpochMs;
}

/** When the release jobs stand at an instant. `ranUntil`: the schedule date of the last that has run. */
export interface JobsAt {
  readonly now: EpochMs;
  readonly ranUntil: EpochMs | undefined;
}

/** The upcoming release of a name of the register; undefined for one that is not pending (R15). */
export function upcomingRelease(
  domain: string,
  row: RegisterRow | undefined,
  { now, ranUntil }: JobsAt,
): DroplistEntry | undefined {
  if (row === undefined || row.cancelled === null || (row.freeAt !== null && row.freeAt <= now)) return undefined;
  const { registered, cancelled, freeAt } = row;
  return { domain, registered, cancelled, drop: freeAt ?? dropDate(cancelled, now, ranUntil) };
}

/** A name whose upcoming release is new, has other dates, or is gone: `status` is then the name's own. */
export type ReleaseChange =
  | { readonly change: 'added' | 'changed'; readonly release: DroplistEntry }
  | { readonly change: 'removed'; readonly domain: string; readonly status: Status };

/** What has become of the upcoming release of a name between two states. @param status asked for a name that is gone */
export function releaseChange(
  former: DroplistEntry | undefined,
  release: DroplistEntry | undefined,
  status: () => Status,
): ReleaseChange | undefined {
  if (release === undefined)
    return former === undefined ? undefined : { change: 'removed', domain: former.domain, status: status() };
  if (former === undefined) return { change: 'added', release };
  const isSame =
    former.registered === release.registered && former.cancelled === release.cancelled && former.drop === release.drop;
  return isSame ? undefined : { change: 'changed', release };
}

/** The text of a position. */
export function cursorOf({ revision, publishedAt, at }: RegisterPosition): string {
  return [revision, publishedAt, at].map((number) => number.toString(36)).join('-');
}

/** Reads the text of a position; undefined for any other text. */
export function parseCursor(text: string): RegisterPosition | undefined {
  if (!/^[0-9a-z]{1,10}(-[0-9a-z]{1,10}){2}$/.test(text)) return undefined;
  const [revision = 0, publishedAt = 0, at = 0] = text.split('-').map((part) => Number.parseInt(part, 36));
  return { revision, publishedAt, at };
}

/** Where the next page of upcoming releases begins: after this one. */
export type PagePlace = Pick<DroplistEntry, 'drop' | 'domain'>;

export function pageCursorOf({ drop, domain }: PagePlace): string {
  return `${drop.toString(36)}.${domain}`;
}

/** Reads the text of a place; undefined for any other text. */
export function parsePageCursor(text: string): PagePlace | undefined {
  const [, drop, domain] = /^([0-9a-z]{1,10})\.([0-9a-z.-]{1,253})$/.exec(text) ?? [];
  return drop === undefined || domain === undefined ? undefined : { drop: Number.parseInt(drop, 36), domain };
}

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
  nextPiece: () => Promise<void>,
): Promise<MadeBody> {
  return listBody(page, { ...releaseTexts[format], end: endOf(format, cursors) }, nextPiece);
}

/** The body of the changes since a position. */
export function changesBody(
  changes: readonly ReleaseChange[],
  format: DroplistFormat,
  cursors: Cursors,
  nextPiece: () => Promise<void>,
): Promise<MadeBody> {
  return listBody(changes, { ...changeTexts[format], end: endOf(format, cursors) }, nextPiece);
}

/** `Content-Type` of a format; undefined for that of every answer. */
export const releasesContentType = (format: DroplistFormat): string | undefined => contentTypeOfFormat[format];

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
