import { z } from 'zod';
import { parseTypedTime } from '#lib/time/typed-time.ts';

/** Reads the text of a form field as the value that a change takes. It never fails: the change validates the value. */
type TextField = z.ZodType<unknown, string>;

/** The input of a change, with text in the fields of `Texts`. */
type FormValues<Input, Texts> = Omit<Input, keyof Texts> & { [Field in keyof Texts]: string };

/** The schema of a form: the input of its change, with the fields of `texts` read from text. */
export function formOf<Input extends z.ZodType, Texts extends Record<string, TextField>>(input: Input, texts: Texts) {
  // Zod cannot infer that the values read from text are those of the input
  const read = z.looseObject(texts) as unknown as z.ZodType<z.input<Input>, FormValues<z.input<Input>, Texts>>;
  return read.pipe(input as z.ZodType<z.output<Input>, z.input<Input>>);
}

/** The same for a form that sends only the fields that were changed. */
export function editFormOf<Input extends z.ZodType, Texts extends Record<string, TextField>>(
  input: Input,
  texts: Texts,
) {
  const read = z.looseObject(texts).partial() as unknown as z.ZodType<z.input<Input>, object>;
  return read.pipe(input as z.ZodType<z.output<Input>, z.input<Input>>);
}

/** A limit as text, `50000` or, as the screens write it, `50,000`; empty for the default, which is null. */
export const limitText = z
  .string()
  .trim()
  .transform((text) => {
    if (text === '') return null;
    return /^(?:\d+|\d{1,3}(?:,\d{3})+)$/.test(text) ? Number(text.replaceAll(',', '')) : Number.NaN;
  });

/** A day and time in New Zealand as text; empty for none, which is null. */
export const timeText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? null : (parseTypedTime(text) ?? Number.NaN)));

/** The words of a text, separated by white space. */
export const wordsText = z.string().transform((text) => text.split(/\s+/).filter((word) => word !== ''));

/** A limit as lists and facts show it: `50 (default)` if none is set. */
export function limitWords(own: number | null, otherwise: number): string {
  return own === null ? `${otherwise.toLocaleString('en-NZ')} (default)` : own.toLocaleString('en-NZ');
}
