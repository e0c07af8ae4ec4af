import { z } from 'zod';
import { line, requiredLine } from '#app/admin/form-fields.ts';
import { listedStatuses } from '#lib/registry/status.ts';

/** How long a file of names may be that is handed over in the browser, in characters; longer ones go by command line. */
export const longestFile = 900_000;

export const listedFields = z.object({
  name: requiredLine(255),
  status: z.enum(listedStatuses, 'Please choose one of the four.'),
  reason: line(500),
});
export type ListedValues = z.input<typeof listedFields>;

export const listFileFields = z.object({
  /** What the file is called. */
  source: requiredLine(255),
  text: z
    .string()
    .min(1, 'This file is empty.')
    .max(longestFile, 'This file is too large to be read here: use “register reserve” on the command line.'),
});
