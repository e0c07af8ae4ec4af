import { z } from 'zod';
import { importModes } from '#lib/broadband/import/layer-plan.ts';

/** What the form of a coverage import gives. */
export interface CoverageImportValues extends Record<string, unknown> {
  readonly uploadId: string;
  readonly mode: string;
  readonly newProviders: boolean;
}

export const coverageImportFields = z.object({
  uploadId: z.string('Please choose a file.').regex(/^[0-9a-f]{32}$/, 'Please choose a file.'),
  mode: z.enum(importModes, 'Please choose one of these.'),
  newProviders: z.boolean(),
});
