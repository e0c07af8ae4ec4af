import { z } from 'zod';
import type { Reason } from './refusal.ts';

/** Attaches the reason to Zod's issue, where `reasonOfIssue` finds it. */
const because = (reason: Reason) => ({ params: { reason } });

const text = z.string().trim();

/** Text of several lines that may be empty. */
export const paragraph = (most = 2000) =>
  text.refine((given) => given.length <= most, because({ code: 'too-long', most }));

/** A line of text that may be empty. */
export const line = (most = 200) =>
  paragraph(most).refine((given) => !/\p{Cc}/u.test(given), because({ code: 'one-line' }));

/** A line of text that is not empty. */
export const requiredLine = (most = 200) => line(most).refine((given) => given !== '', because({ code: 'required' }));

const isEmail = (given: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(given);

/** A text in the form of an email address. */
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

/** A password or a code as it was typed: blanks count. */
export const typedSecret = z
  .string()
  .refine((given) => given.length <= 1000, because({ code: 'too-long', most: 1000 }))
  .refine((given) => given !== '', because({ code: 'required' }));

/** An instant in epoch milliseconds, or null for none. */
export const instant = z.custom<number | null>(
  (given) => given === null || isWhole(given),
  because({ code: 'not-a-time' }),
);

/** The id of a row. */
export const rowId = z.custom<number>((given) => isWhole(given) && given > 0, because({ code: 'not-a-row' }));

const isWhole = (given: unknown): given is number => Number.isSafeInteger(given);

/** The fields of an input that are valid by themselves, whatever the others are. */
export function validFields<Input extends z.ZodType>(input: Input, given: unknown): Partial<z.output<Input>> {
  if (input instanceof z.ZodPipe) {
    const read = z.safeParse(input.in, given);
    return read.success ? (validFields(input.out as z.ZodType, read.data) as Partial<z.output<Input>>) : {};
  }
  if (input instanceof z.ZodDiscriminatedUnion) {
    const { discriminator } = input.def;
    const fields = input.options.map((option) => validFields(option as z.ZodType, given) as Record<string, unknown>);
    return (fields.find((valid) => discriminator in valid) ?? {}) as Partial<z.output<Input>>;
  }
  if (!(input instanceof z.ZodObject) || typeof given !== 'object' || given === null) return {};
  const values = given as Readonly<Record<string, unknown>>;
  const valid = Object.entries(input.shape).flatMap(([field, schema]) => {
    const parsed = z.safeParse(schema, values[field]);
    return parsed.success ? [[field, parsed.data]] : [];
  });
  return Object.fromEntries(valid);
}

/** The reason of an issue that Zod found. */
export function reasonOfIssue(issue: z.core.$ZodIssue): Reason {
  const reason: unknown = issue.code === 'custom' ? issue.params?.reason : undefined;
  return (reason as Reason | undefined) ?? { code: 'invalid' };
}
