import { z } from 'zod';
import { type PlaceField, placeFields } from '#lib/broadband/import/csv/place-fields.ts';
import { importModes } from '#lib/broadband/import/layer-plan.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { type FieldName, fieldNames } from '#lib/broadband/import/offers/offer-fields.ts';
import { referenceCodes } from '#lib/broadband/import/projection/reference.ts';
import { getReference } from '#lib/broadband/import/projection/reference-name.ts';
import type { ReadingChoices } from '#lib/broadband/import/source.ts';

const text = z.string().min(1).max(500);

/** Everything that a person chooses for reading a file, as it is stored for the job and for the provider's next file. */
export const coverageChoices = z.object({
  layer: text.optional(),
  /** The EPSG code of the coordinates. */
  crs: z.literal(referenceCodes).optional(),
  /** Whether latitude or northing is written first. */
  swap: z.boolean().default(false),
  encoding: text.optional(),
  /** The columns of a table that say where its rows are. */
  places: z.partialRecord(z.enum(placeFields), text).default({}),
  /** The columns of fields: `SPEED`, `SPEED[first]`, `SPEED[second,kbps]`. */
  columns: z.partialRecord(z.enum(fieldNames), text).default({}),
  /** The values of fields where a feature leaves them blank. */
  constants: z.partialRecord(z.enum(fieldNames), z.union([z.string().max(500), z.number()])).default({}),
  /** What the values of a field mean: `{"technology": {"FTTH": "Fibre"}}`. */
  values: z.partialRecord(z.enum(fieldNames), z.record(z.string().max(500), z.string().max(500))).default({}),
});

export type CoverageChoices = z.output<typeof coverageChoices>;

export const noChoices: CoverageChoices = { swap: false, places: {}, columns: {}, constants: {}, values: {} };

/** The choices about reading the file. */
export function readingChoicesOf({ layer, crs, swap, encoding, places }: CoverageChoices): ReadingChoices {
  return {
    layer,
    encoding,
    isSwapped: swap,
    reference: getReference(crs),
    places: new Map(Object.entries(places) as [PlaceField, string][]),
  };
}

/** The choices about fields. */
export interface FieldChoices {
  readonly columns: ReadonlyMap<FieldName, string>;
  readonly defaults: ReadonlyMap<FieldName, string | number>;
  readonly values: FieldMeanings;
}

/** What a value means, by field and by the folded form of the value. */
export type FieldMeanings = ReadonlyMap<FieldName, ReadonlyMap<string, string>>;

export function fieldChoicesOf({ columns, constants, values }: CoverageChoices): FieldChoices {
  return {
    columns: new Map(Object.entries(columns) as [FieldName, string][]),
    defaults: new Map(Object.entries(constants) as [FieldName, string | number][]),
    values: new Map(
      (Object.entries(values) as [FieldName, Record<string, string>][]).map(([field, meanings]) => [
        field,
        new Map(Object.entries(meanings).map(([from, to]) => [foldName(from), to])),
      ]),
    ),
  };
}

/** The choices of `first`, and those of `second` for what `first` leaves open. */
export function joinChoices(first: CoverageChoices, second: CoverageChoices): CoverageChoices {
  const values = Object.fromEntries(
    fieldNames.flatMap((field) => {
      const joined = { ...second.values[field], ...first.values[field] };
      return Object.keys(joined).length === 0 ? [] : [[field, joined]];
    }),
  );
  return {
    ...second,
    ...Object.fromEntries(Object.entries(first).filter(([, value]) => value !== undefined)),
    swap: first.swap || (first.crs === undefined && second.swap),
    places: { ...second.places, ...first.places },
    columns: { ...second.columns, ...first.columns },
    constants: { ...second.constants, ...first.constants },
    values,
  };
}

export function isAnythingChosen(choices: CoverageChoices): boolean {
  return JSON.stringify(choices) !== JSON.stringify(noChoices);
}

/** The parameters of a job that inspects an uploaded file. */
export const inspectionRequest = z.object({ choices: coverageChoices.prefault({}) });

export type InspectionRequest = z.input<typeof inspectionRequest>;

/** The parameters of a job that imports an uploaded file: its meaning, as `settleMapping` gives it. */
export const importRequest = z.object({
  mode: z.enum(importModes),
  newProviders: z.union([z.boolean(), z.array(z.string())]),
  choices: coverageChoices.prefault({}),
  delivery: z.string().optional(),
  asOf: z.string().optional(),
  /** The number of the inspection job on whose page a person explained the file. */
  inspection: z.number().optional(),
  /** What that inspection found. */
  sha256: z.string().optional(),
  /** The provider whose person delivers it: every layer must be theirs. */
  own: z.number().optional(),
});

export type ImportRequest = z.input<typeof importRequest>;
