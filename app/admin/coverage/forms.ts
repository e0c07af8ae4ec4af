import { z } from 'zod';
import { rowId } from '#app/admin/form-fields.ts';

/** An order to publish; `typed`: what was typed to confirm that much of a technology goes. */
export const publishFields = z.object({ versionId: rowId, typed: z.string().trim().max(500) });

/** From which age on layers are flagged. */
export const policyFields = z.object({
  flaggedAfterDays: z
    .string('Please write a whole number of days.')
    .trim()
    .regex(/^[1-9]\d{0,4}$/, 'Please write a whole number of days, at least 1.')
    .transform(Number),
});
