import { z } from 'zod';
import { parseTypedTime } from '#lib/time/typed-time.ts';

/** A line of text that may be empty. */
export const line = (most = 200) =>
  z
    .string('Please write text here.')
    .trim()
    .max(most, `Please write at most ${most} characters.`)
    .refine((text) => !/\p{Cc}/u.test(text), 'Please write one line, without control characters.');

/** A line of text that says something. */
export const requiredLine = (most = 200) => line(most).refine((text) => text !== '', 'Please fill this in.');

/** Text of several lines that may be empty. */
export const paragraph = z.string('Please write text here.').trim().max(2000, 'Please write at most 2,000 characters.');

const isEmail = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

export const email = requiredLine(254).refine(isEmail, 'Please write an e-mail address, like jo@example.nz.');
export const optionalEmail = line(254).refine(
  (text) => text === '' || isEmail(text),
  'Please write an e-mail address, like jo@example.nz, or leave this empty.',
);

/** A limit: a whole number of at least 1, or empty for the default, which is null. */
export const limit = z
  .string('Please write a whole number, or leave this empty.')
  .trim()
  .regex(/^([1-9]\d{0,8})?$/, 'Please write a whole number of at least 1, or leave this empty for the default.')
  .transform((text) => (text === '' ? null : Number(text)));

/** A day and time in New Zealand, or empty, which is null; epoch milliseconds. */
export const instant = z
  .string('Please give a day and a time, or leave this empty.')
  .trim()
  .transform((text, context) => {
    const parsed = text === '' ? null : parseTypedTime(text);
    if (parsed !== undefined) return parsed;
    context.addIssue('Please give a day and a time of the calendar, or leave this empty.');
    return z.NEVER;
  });

/** The number of a row. */
export const rowId = z.number('This is no number of a row.').int().positive();
