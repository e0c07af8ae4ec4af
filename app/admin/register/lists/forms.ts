import { z } from 'zod';
import type { addListedName } from '#flows/registry/listed-names.ts';
import { requiredLine } from '#lib/fields.ts';
import { longestFile } from './read-list-file.ts';

export type ListedValues = z.input<typeof addListedName.input>;

export type ListedDetails = Omit<ListedValues, 'name'>;

export const listFile = z.object({
  /** The file's name. */
  source: requiredLine(255),
  text: z
    .string()
    .refine((text) => text.length <= longestFile, { params: { reason: { code: 'too-long', most: longestFile } } }),
});
