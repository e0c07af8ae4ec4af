import { z } from 'zod';

/** What the form that uploads a register file gives. */
export interface FeedValues extends Record<string, unknown> {
  readonly uploadId: string;
  readonly kind: string;
}

export const feedFields = z.object({
  uploadId: z.string('Please choose a file.').regex(/^[0-9a-f]{32}$/, 'Please choose a file.'),
  kind: z.enum(['merge', 'replace'], 'Please say what the file is.'),
});

/** What the form that confirms a difference gives: `typed` the number of names that are missing, when they are many. */
export interface ConfirmationValues extends Record<string, unknown> {
  readonly preview: number;
  readonly typed: string;
}

export const confirmationFields = z.object({ preview: z.number().int().positive(), typed: z.string().trim() });
