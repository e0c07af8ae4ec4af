import { labelContains } from '#lib/registry/names/label.ts';
import type { Suffix } from '#lib/registry/names/suffix.ts';
import type { ApiReason } from '#lib/words/api.ts';
import type { DroplistEntry } from './droplist.ts';
import type { DroplistFormat } from './droplist-text.ts';
import { readDay, readFormat, readLabelPart, readListParameters, readSuffix } from './list-parameters.ts';
import type { Days } from './release.ts';

/** Which names of a list a caller asks for; undefined for filters that are not used. */
export interface ListFilter {
  readonly suffix: Suffix | undefined;
  /** Part of a label in its Unicode form, folded. */
  readonly contains: string | undefined;
  /** The Auckland days of `drop_date`. */
  readonly day: Days | undefined;
}

/** What a caller asks of a list. */
export interface DroplistQuestion extends ListFilter {
  readonly format: DroplistFormat;
}

export type ReadQuestion =
  | { readonly ok: true; readonly question: DroplistQuestion }
  | { readonly ok: false; readonly reason: ApiReason };

const readers = { format: readFormat, suffix: readSuffix, contains: readLabelPart, date: readDay };
const wholeList: ReadQuestion = {
  ok: true,
  question: { format: 'json', suffix: undefined, contains: undefined, day: undefined },
};

/**
 * Reads `format`, `suffix`, `contains` and `date` from a raw query; without them the answer is the specification's own
 * list.
 */
export function readDroplistQuestion(query: string): ReadQuestion {
  if (query === '') return wholeList;
  const read = readListParameters(query, readers);
  if (!read.ok) return read;
  const { format = 'json', suffix, contains, date } = read.given;
  return { ok: true, question: { format, suffix, contains, day: date } };
}

/** Whether a name of a list is asked for. */
export function isAskedFor({ domain, drop }: DroplistEntry, { suffix, contains, day }: ListFilter): boolean {
  if (suffix !== undefined && domain.slice(domain.indexOf('.') + 1) !== suffix) return false;
  if (day !== undefined && (drop < day.from || drop >= day.until)) return false;
  return contains === undefined || labelContains(domain, contains);
}
