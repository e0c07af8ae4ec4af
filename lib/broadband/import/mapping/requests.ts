import { z } from 'zod';
import { importModes } from '#lib/broadband/import/layer-plan.ts';
import { coverageChoices } from './choices.ts';

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
