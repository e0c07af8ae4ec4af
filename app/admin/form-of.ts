import { z } from 'zod';
import { parseTypedTime } from '#lib/time/typed-time.ts';

/** A field of a form that gives text where the change needs a value. It never fails: the change judges the value. */
type TextField = z.ZodType<unknown, string>;

/** What a form gives: what the change needs, but text for the fields of `Texts`. */
type FormValues<Input, Texts> = Omit<Input, keyof Texts> & { [Field in keyof Texts]: string };

/** The form of a change: its own input, read from texts where a field gives text. */
export function formOf<Input extends z.ZodType, Texts extends Record<string, TextField>>(input: Input, texts: Texts) {
  // Zod cannot tell that what the texts become is what the input takes
  const read = z.looseObject(texts) as unknown as z.ZodType<z.input<Input>, FormValues<z.input<Input>, Texts>>;
  return read.pipe(input as z.ZodType<z.output<Input>, z.input<Input>>);
}

/** A limit as text; empty for the default, which is null. */
export const limitText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : /^\d+$/.test(text) ? Number(text) : Number.NaN));

/** A day and time in New Zealand as text; empty for none, which is null. */
export const timeText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : (parseTypedTime(text) ?? Number.NaN)));

/** Words of a text, by the blanks between them. */
export const wordsText = z.string().transform((text) => text.split(/\s+/).filter((word) => word !== ''));
