import { InvalidArgumentError, Option } from 'commander';
import { type FieldValue, parseText } from '#lib/broadband/import/offers/field-values.ts';
import { email, highestLimit } from '#lib/fields.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import { parseDuration } from '#lib/time/typed-time.ts';
import { timestampFaultWords } from '#lib/words/registry/registry.ts';
import { sentenceOf } from './words.ts';

/** An option that is a whole number from 1 to `most`. */
export const wholeNumber = (most: number) => (text: string) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${most.toLocaleString('en-NZ')}.`);
};

/** The option of every command that changes what exists. */
export const ifUnchanged = () =>
  new Option(
    '--if-unchanged <revision>',
    'only if nobody has changed it since this revision, which lists show with --json',
  ).argParser((text) => {
    if (/^\d{1,15}$/.test(text)) return Number(text);
    throw new InvalidArgumentError('It must be the number of a revision.');
  });

export interface IfUnchanged {
  readonly ifUnchanged?: number;
}

/** What a command assumes of the record that it changes; nothing without `--if-unchanged`. */
export function seenOf({ ifUnchanged: revision }: IfUnchanged): { readonly revision: number } | undefined {
  return revision === undefined ? undefined : { revision };
}

/** An option that is an instant, in epoch milliseconds: a date with time and offset, or a date alone (midnight in Auckland). */
export function instant(text: string): number {
  const parsed = parseTimestamp(text);
  if (!parsed.valid) throw new InvalidArgumentError(`It ${timestampFaultWords[parsed.fault]}.`);
  return parsed.epochSeconds * 1000;
}

/** The words for no expiry and no limit of its own; commander makes an empty text of null. */
const none = { never: 'never', default: 'default' } as const;

/** An instant, or the word `never`. */
export const instantOrNever = (text: string): number | 'never' => (text === none.never ? none.never : instant(text));

/** A limit of requests, or the word `default`. */
export const limitOrDefault = (text: string): number | 'default' =>
  text === none.default ? none.default : wholeNumber(highestLimit)(text);

/** The value of such an option: null for the word, undefined if it was not given. */
export function nullForWord(given: number | keyof typeof none | undefined): number | null | undefined {
  return typeof given === 'string' ? null : given;
}

/** An option that is a duration such as `12h` or `7d`, in milliseconds; `0` for none. */
export function duration(text: string): number {
  const parsed = text === '0' ? 0 : parseDuration(text);
  if (parsed === undefined) throw new InvalidArgumentError('Write it like 30m, 12h or 7d; 0 is at once.');
  return parsed;
}

/** An option that is the address of something on the web. */
export function webAddress(text: string): string {
  if (/^https?:\/\//i.test(text) && URL.canParse(text)) return new URL(text).href;
  throw new InvalidArgumentError('It must be an address that begins with https:// or http://.');
}

/** An option that is an email address. */
export function emailAddress(text: string): string {
  const parsed = email.safeParse(text);
  if (!parsed.success) throw new InvalidArgumentError('It must be an email address.');
  return parsed.data;
}

/** An option that is read by `parse`. */
export function option<T>(parse: (text: string) => FieldValue<T>): (text: string) => T {
  return (text) => {
    const parsed = parse(text);
    if (!parsed.ok) throw new InvalidArgumentError(sentenceOf(parsed.reason));
    return parsed.value;
  };
}

/** An option that is a name: a line of text that is not empty. */
export function nameOption(text: string): string {
  const parsed = option(parseText)(text);
  if (parsed === '') throw new InvalidArgumentError('It is empty.');
  return parsed;
}
