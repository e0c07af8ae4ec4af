import { z } from 'zod';
import { editFormOf, formOf } from '#app/admin/form-of.ts';
import { addTechnology, changeTechnology } from '#flows/broadband/technology-changes.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';

const speedText = z.string().transform((text) => {
  const parsed = parseSpeed(text);
  return parsed.ok ? parsed.value : Number.NaN;
});

/** Empty for the default, which is null. */
const colourText = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => text || null);

/** Empty for the next number. */
const setIdText = z
  .string()
  .trim()
  .transform((text) => (text === '' ? undefined : /^\d+$/.test(text) ? Number(text) : Number.NaN));

const texts = { nominalMaxMbps: speedText, colour: colourText };
export const technologyForm = formOf(addTechnology.input, { ...texts, setId: setIdText });
export const changedTechnologyForm = editFormOf(changeTechnology.input, texts);
export type TechnologyValues = z.input<typeof technologyForm>;
