import { readParameters } from '#lib/http/parameters.ts';
import { foldName, longestLabel, parseLabelPart } from '#lib/registry/names/label.ts';
import { getSuffix, type Suffix, suffixes } from '#lib/registry/names/suffix.ts';
import { aucklandMidnight } from '#lib/time/auckland.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import type { ApiReason } from '#lib/words/api.ts';
import { type DroplistFormat, droplistFormats } from './droplist-text.ts';
import type { Days } from './release.ts';

/** What a parameter says, or why it is refused. */
type Read<Value> = { readonly value: Value } | { readonly reason: ApiReason };
/** Reads the text of a parameter of this name. */
type Reader<Value> = (text: string, name: string) => Read<Value>;
type Readers = Readonly<Record<string, Reader<unknown>>>;

export type ListParameters<Known extends Readers> =
  | {
      readonly ok: true;
      /** Undefined for what is not given. */
      readonly given: { readonly [Name in keyof Known]?: Known[Name] extends Reader<infer Value> ? Value : never };
    }
  | { readonly ok: false; readonly reason: ApiReason };

/**
 * Reads the parameters of a list of names from a raw query. Others are ignored (B4). Each may be given once and must be
 * valid: with a filter that is misunderstood, names would seem not to be released.
 */
export function readListParameters<Known extends Readers>(query: string, readers: Known): ListParameters<Known> {
  const texts = new Map<string, string>();
  for (const [name, text] of readParameters(query)) {
    if (!Object.hasOwn(readers, name)) continue;
    if (texts.has(name)) return { ok: false, reason: { code: 'parameter-repeated', name } };
    texts.set(name, text);
  }
  const given: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    const text = texts.get(name);
    if (text === undefined) continue;
    const found = read(text, name);
    if ('reason' in found) return { ok: false, reason: found.reason };
    given[name] = found.value;
  }
  return { ok: true, given: given as (ListParameters<Known> & { ok: true })['given'] };
}

export function readFormat(text: string, name: string): Read<DroplistFormat> {
  const value = droplistFormats.find((known) => known === text);
  return value === undefined ? { reason: { code: 'parameter-not-one-of', name, choices: droplistFormats } } : { value };
}

export function readSuffix(text: string, name: string): Read<Suffix> {
  // a longer text is not worth folding
  const value = text.length > longestLabel ? undefined : getSuffix(foldName(text));
  return value === undefined ? { reason: { code: 'parameter-not-one-of', name, choices: suffixes } } : { value };
}

/** Reads part of a label, in its Unicode form, folded. */
export function readLabelPart(text: string): Read<string> {
  const value = parseLabelPart(text);
  return value === undefined ? { reason: { code: 'contains-invalid', most: longestLabel } } : { value };
}

/** Reads a day in Auckland. */
export function readDay(text: string, name: string): Read<Days> {
  const parsed = /^\d{4}-\d\d-\d\d$/.test(text) ? parseTimestamp(text) : undefined;
  if (parsed?.valid !== true) return { reason: { code: 'date-invalid', name } };
  const from = parsed.epochSeconds * 1000;
  return { value: { from, until: aucklandMidnight(from, 1) } };
}
