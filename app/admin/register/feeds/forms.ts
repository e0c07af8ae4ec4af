import type { z } from 'zod';
import type { compareUpload, importCompared } from '#flows/registry/register-jobs.ts';

/** Empty texts while nothing is chosen. */
export type FeedValues = { readonly [Field in keyof z.input<typeof compareUpload.input>]: string };

export type ConfirmationValues = z.input<typeof importCompared.input>;
