import type { ApiReason } from '#lib/words/api.ts';
import type { ListFilter } from './droplist-question.ts';
import type { DroplistFormat } from './droplist-text.ts';
import { readDay, readFormat, readLabelPart, readListParameters, readSuffix } from './list-parameters.ts';
import { type PagePlace, pageCursorOf, parseCursor, parsePageCursor, type RegisterPosition } from './upcoming.ts';

/** The most releases on a page, and how many it has if the caller does not say. */
export const mostOnPage = 10_000;
export const usualOnPage = 1000;

/** What a caller asks of the upcoming releases. */
export interface ReleasesQuestion extends ListFilter {
  readonly format: DroplistFormat;
  readonly limit: number;
  /** Where the page begins; undefined for the first. */
  readonly after: PagePlace | undefined;
}

export interface ChangesQuestion {
  readonly format: DroplistFormat;
  readonly since: RegisterPosition;
}

type Read<Question> =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly reason: ApiReason };

const releasesReaders = {
  format: readFormat,
  suffix: readSuffix,
  contains: readLabelPart,
  from: readDay,
  to: readDay,
  limit: readLimit,
  cursor: readPlace,
};

/**
 * Reads `from`, `to` (the first and the last Auckland day of `drop_date`), `suffix`, `contains`, `format`, `limit` and
 * `cursor`, the `next` of the page before (R15).
 */
export function readReleasesQuestion(query: string): Read<ReleasesQuestion> {
  const read = readListParameters(query, releasesReaders);
  if (!read.ok) return read;
  const { format = 'json', suffix, contains, from, to, limit = usualOnPage, cursor } = read.given;
  if (from !== undefined && to !== undefined && to.from < from.from)
    return { ok: false, reason: { code: 'days-reversed' } };
  const day =
    from === undefined && to === undefined
      ? undefined
      : { from: from?.from ?? Number.NEGATIVE_INFINITY, until: to?.until ?? Number.POSITIVE_INFINITY };
  return { ok: true, question: { format, suffix, contains, day, limit, after: cursor } };
}

/** Reads `since`, which must be given, and `format` (R16). */
export function readChangesQuestion(query: string): Read<ChangesQuestion> {
  const read = readListParameters(query, { format: readFormat, since: readPosition });
  if (!read.ok) return read;
  const { format = 'json', since } = read.given;
  if (since === undefined) return { ok: false, reason: { code: 'since-missing' } };
  return { ok: true, question: { format, since } };
}

/** The same query with the cursor of the next page. */
export function queryOfNextPage(query: string, next: PagePlace): string {
  const kept = query.split('&').filter((part) => part !== '' && !/^cursor(=|$)/.test(part));
  return [...kept, `cursor=${pageCursorOf(next)}`].join('&');
}

function readLimit(text: string): { value: number } | { reason: ApiReason } {
  const isLimit = /^[1-9]\d{0,4}$/.test(text) && Number(text) <= mostOnPage;
  return isLimit ? { value: Number(text) } : { reason: { code: 'limit-invalid', most: mostOnPage } };
}

function readPlace(text: string): { value: PagePlace } | { reason: ApiReason } {
  const value = parsePageCursor(text);
  return value === undefined ? { reason: { code: 'cursor-invalid', name: 'cursor' } } : { value };
}

function readPosition(text: string): { value: RegisterPosition } | { reason: ApiReason } {
  const value = parseCursor(text);
  return value === undefined ? { reason: { code: 'cursor-invalid', name: 'since' } } : { value };
}
