import { z } from 'zod';
import { requiredLine, rowId } from '#app/admin/form-fields.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';

/** What the form of a technology gives: its fields as text. */
export interface TechnologyValues extends Record<string, unknown> {
  readonly name: string;
  readonly nominalMaxMbps: string;
  readonly colour: string;
}

/** A new technology's form; `setId` empty for the next number. */
export interface NewTechnologyValues extends TechnologyValues {
  readonly setId: string;
}

const speed = z
  .string('Please write a number of megabits per second.')
  .trim()
  .transform((text, context) => {
    const parsed = parseSpeed(text);
    if (parsed.ok) return parsed.value;
    context.addIssue('Please write a number of megabits per second, like 100.');
    return z.NEVER;
  });

/** `#rrggbb`, or empty for the default, which is null. */
const colour = z
  .string('Please write a colour like #3f64f9, or leave this empty.')
  .trim()
  .toLowerCase()
  .regex(/^(#[0-9a-f]{6})?$/, 'Please write a colour like #3f64f9, or leave this empty for the default.')
  .transform((text) => (text === '' ? null : text));

const setId = z
  .string('Please write a whole number, or leave this empty.')
  .trim()
  .regex(/^([1-9]\d{0,5})?$/, 'Please write a whole number of at least 1, or leave this empty for the next one.')
  .transform((text) => (text === '' ? undefined : Number(text)));

export const technologyFields = z.object({ id: rowId, name: requiredLine(60), nominalMaxMbps: speed, colour });
export const newTechnologyFields = technologyFields.omit({ id: true }).extend({ setId });
export const moveFields = z.object({ id: rowId, direction: z.enum(['up', 'down'], 'Please say up or down.') });
