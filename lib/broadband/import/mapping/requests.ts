import { z } from 'zod';
import { importModes } from '#lib/broadband/import/layer-plan.ts';
import { coverageChoices } from './choices.ts';

/** What is asked of a look at an uploaded file: by which choices it is read. */
export const inspectionRequest = z.object({ choices: coverageChoices.prefault({}) });

export type InspectionRequest = z.input<typeof inspectionRequest>;

/** What is asked of an import of an uploaded file: what was said of it, as `settleMapping` gives it. */
export const importRequest = z.object({
  mode: z.enum(importModes),
  newProviders: z.union([z.boolean(), z.array(z.string())]),
  choices: coverageChoices.prefault({}),
  delivery: z.string().optional(),
  asOf: z.string().optional(),
  /** The number of the inspection by which a person said what the file means. */
  inspection: z.number().optional(),
});

export type ImportRequest = z.input<typeof importRequest>;
