import { z } from 'zod';
import { parseTypedTime } from '#lib/time/typed-time.ts';

/** A form field whose text becomes the value that the change needs. It never fails: the change checks the value. */
type TextField = z.ZodType<unknown, string>;

/** The values of a form: the input of the change, with text in the fields of `Texts`. */
type FormValues<Input, Texts> = Omit<Input, keyof Texts> & { [Field in keyof Texts]: string };

/** The form of a change: its input, with some fields read from text. */
export function formOf<Input extends z.ZodType, Texts extends Record<string, TextField>>(input: Input, texts: Texts) {
  // Zod does not know that what the texts become is what the input takes
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

/** The words of a text, which are separated by blanks. */
export const wordsText = z.string().transform((text) => text.split(/\s+/).filter((word) => word !== ''));
