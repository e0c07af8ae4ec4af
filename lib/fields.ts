import { z } from 'zod';
import type { Reason } from './refusal.ts';

/** What a refused field is marked with; `reasonOfIssue` reads it back. */
const because = (reason: Reason) => ({ params: { reason } });

const text = z.string().trim();

/** Text of several lines that may be empty. */
export const paragraph = (most = 2000) =>
  text.refine((given) => given.length <= most, because({ code: 'too-long', most }));

/** A line of text that may be empty. */
export const line = (most = 200) =>
  paragraph(most).refine((given) => !/\p{Cc}/u.test(given), because({ code: 'one-line' }));

/** A line of text that says something. */
export const requiredLine = (most = 200) => line(most).refine((given) => given !== '', because({ code: 'required' }));

const isEmail = (given: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given);

/** An email address, as far as its form tells. */
export const email = requiredLine(254).refine(isEmail, because({ code: 'not-an-email' }));

/** An email address, or empty. */
export const optionalEmail = line(254).refine(
  (given) => given === '' || isEmail(given),
  because({ code: 'not-an-email' }),
);

/** One of a few values. */
export const oneOf = <Value extends string>(values: readonly Value[]) =>
  z.custom<Value>((given) => values.includes(given as Value), because({ code: 'not-a-choice' }));

/** The highest limit that can be set. */
export const highestLimit = 10 ** 12;

/** A limit of requests: a whole number of at least 1, or null for the default. */
export const limit = z.custom<number | null>(
  (given) => given === null || (isWhole(given) && given >= 1 && given <= highestLimit),
  because({ code: 'not-a-limit', most: highestLimit }),
);

/** An instant in epoch milliseconds, or null for none. */
export const instant = z.custom<number | null>(
  (given) => given === null || isWhole(given),
  because({ code: 'not-a-time' }),
);

/** The number of a row. */
export const rowId = z.custom<number>((given) => isWhole(given) && given > 0, because({ code: 'not-a-row' }));

const isWhole = (given: unknown): given is number => Number.isSafeInteger(given);

/** Why a field cannot be used, of what Zod found. */
export function reasonOfIssue(issue: z.core.$ZodIssue): Reason {
  const reason: unknown = issue.code === 'custom' ? issue.params?.reason : undefined;
  return (reason as Reason | undefined) ?? { code: 'invalid' };
}
