import { InvalidArgumentError } from 'commander';
import { type FieldValue, parseText } from '#lib/broadband/import/offers/field-values.ts';
import { parseTimestamp } from '#lib/time/timestamp.ts';
import { sentenceOf } from './words.ts';

/** An option that is a whole number from 1 to `most`. */
export const wholeNumber = (most: number) => (text: string) => {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (value >= 1 && value <= most) return value;
  throw new InvalidArgumentError(`It must be a whole number from 1 to ${most.toLocaleString('en-NZ')}.`);
};

/** An option that is an instant, in epoch milliseconds: a date with time and offset, or a bare date (Auckland's midnight). */
export function instant(text: string): number {
  const parsed = parseTimestamp(text);
  if (!parsed.valid) throw new InvalidArgumentError(`It ${parsed.reason}.`);
  return parsed.epochSeconds * 1000;
}

/** An option that is an e-mail address. */
export function emailAddress(text: string): string {
  if (!isEmailAddress(text)) throw new InvalidArgumentError('It must be an e-mail address.');
  return text;
}

/** Whether a text looks like an e-mail address; only a letter sent there tells for certain. */
export function isEmailAddress(text: string): boolean {
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);
}

/** An option of which `parse` says what is wrong. */
export function option<T>(parse: (text: string) => FieldValue<T>): (text: string) => T {
  return (text) => {
    const parsed = parse(text);
    if (!parsed.ok) throw new InvalidArgumentError(sentenceOf(parsed.reason));
    return parsed.value;
  };
}

/** An option that is a name: a line of text that says something. */
export function nameOption(text: string): string {
  const parsed = option(parseText)(text);
  if (parsed === '') throw new InvalidArgumentError('It is empty.');
  return parsed;
}
