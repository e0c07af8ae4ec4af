import { readParameters } from '#lib/http/parameters.ts';
import { foldName, labelContains, longestLabel, parseLabelPart } from '#lib/registry/names/label.ts';
import { getSuffix, type Suffix, suffixes } from '#lib/registry/names/suffix.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import type { ApiReason } from '#lib/words/api.ts';
import type { DroplistEntry } from './droplist.ts';
import { type DroplistFormat, droplistFormats } from './droplist-text.ts';
import type { Days } from './release.ts';

/** What a caller asks of a list; undefined for filters that are not used. */
export interface DroplistQuestion {
  readonly format: DroplistFormat;
  readonly suffix: Suffix | undefined;
  /** Part of a label in its Unicode form, folded. */
  readonly contains: string | undefined;
  /** The Auckland day of `drop_date`. */
  readonly day: Days | undefined;
}

export type ReadQuestion =
  | { readonly ok: true; readonly question: DroplistQuestion }
  | { readonly ok: false; readonly reason: ApiReason };

const names = ['format', 'suffix', 'contains', 'date'] as const;
const wholeList: ReadQuestion = {
  ok: true,
  question: { format: 'json', suffix: undefined, contains: undefined, day: undefined },
};

/**
 * Reads `format`, `suffix`, `contains` and `date` from a raw query; without them the answer is the specification's own
 * list. Other parameters are ignored (B4). Each may be given once and must be valid: with a filter that is
 * misunderstood, names would seem not to be released.
 */
export function readDroplistQuestion(query: string): ReadQuestion {
  if (query === '') return wholeList;
  const given: Partial<Record<(typeof names)[number], string>> = {};
  for (const [parameter, value] of readParameters(query)) {
    const name = names.find((known) => known === parameter);
    if (name === undefined) continue;
    if (given[name] !== undefined) return refuse({ code: 'parameter-repeated', name });
    given[name] = value;
  }
  const format = droplistFormats.find((known) => known === (given.format ?? 'json'));
  if (format === undefined) return refuse({ code: 'parameter-not-one-of', name: 'format', choices: droplistFormats });
  const suffix = given.suffix === undefined ? undefined : parseSuffix(given.suffix);
  if (given.suffix !== undefined && suffix === undefined) {
    return refuse({ code: 'parameter-not-one-of', name: 'suffix', choices: suffixes });
  }
  const contains = given.contains === undefined ? undefined : parseLabelPart(given.contains);
  if (given.contains !== undefined && contains === undefined) {
    return refuse({ code: 'contains-invalid', most: longestLabel });
  }
  const day = given.date === undefined ? undefined : parseDay(given.date);
  if (given.date !== undefined && day === undefined) {
    return refuse({ code: 'date-invalid' });
  }
  return { ok: true, question: { format, suffix, contains, day } };
}

/** Whether a name of a list is asked for. */
export function isAskedFor({ domain, drop }: DroplistEntry, { suffix, contains, day }: DroplistQuestion): boolean {
  if (suffix !== undefined && domain.slice(domain.indexOf('.') + 1) !== suffix) return false;
  if (day !== undefined && (drop < day.from || drop >= day.until)) return false;
  return contains === undefined || labelContains(domain, contains);
}

function parseSuffix(text: string): Suffix | undefined {
  // a longer text is not worth folding
  return text.length > longestLabel ? undefined : getSuffix(foldName(text));
}

function parseDay(text: string): DroplistQuestion['day'] {
  const parsed = /^\d{4}-\d\d-\d\d$/.test(text) ? parseTimestamp(text) : undefined;
  if (parsed?.valid !== true) return undefined;
  const from = parsed.epochSeconds * 1000;
  return { from, until: aucklandMidnight(from, 1) };
}

function refuse(reason: ApiReason): ReadQuestion {
  return { ok: false, reason };
}
