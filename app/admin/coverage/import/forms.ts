import { z } from 'zod';
import { rowId } from '#app/admin/form-fields.ts';
import { placeFields } from '#lib/broadband/import/csv/place-columns.ts';
import { importModes } from '#lib/broadband/import/layer-plan.ts';
import type { MappingValues } from '#lib/broadband/import/mapping/mapping-values.ts';
import { type FieldName, fieldNames } from '#lib/broadband/import/offers/offer-fields.ts';
import { referenceCodes } from '#lib/broadband/import/projection/reference.ts';

export const uploadFields = z.object({
  uploadId: z.string('Please choose a file.').regex(/^[0-9a-f]{32}$/, 'Please choose a file.'),
});

/** How a file is to be read otherwise than before; empty texts: as the file says. */
export interface ReadingValues extends Record<string, unknown> {
  readonly inspection: number;
  readonly layer: string;
  readonly crs: string;
  readonly swap: boolean;
  readonly encoding: string;
  readonly places: Readonly<Record<string, string>>;
}

const text = z.string().max(500, 'Please write at most 500 characters.');
const openText = text.transform((given) => (given.trim() === '' ? undefined : given.trim()));

export const readingFields = z.object({
  inspection: rowId,
  layer: text.transform((given) => (given === '' ? undefined : given)),
  crs: z
    .union([z.literal(''), z.enum(referenceCodes.map(String))], 'Please choose one of these.')
    .transform((code) => referenceCodes.find((known) => String(known) === code)),
  swap: z.boolean(),
  encoding: openText,
  places: z.partialRecord(z.enum(placeFields), openText),
});

/** What the mapping's form gives: what was said of the file that this inspection looked at. */
export interface MappingFormValues extends MappingValues, Record<string, unknown> {
  readonly inspection: number;
}

const ofEachField = z.object(
  Object.fromEntries(fieldNames.map((field) => [field, text])) as Record<FieldName, typeof text>,
);
const meaning = z.record(text, text);

export const mappingFields = z.object({
  inspection: rowId,
  columns: ofEachField,
  constants: ofEachField,
  meanings: z.object({ technology: meaning, availability: meaning, wholesale_network: meaning }),
  providers: z.record(text, text),
  isConfirmed: z.boolean(),
  mode: z.union([z.literal(''), z.enum(importModes)], 'Please choose one of these.'),
  delivery: text,
  asOf: text,
});
