import { z } from 'zod';
import { changeDefaultSpeeds } from '#flows/broadband/default-speed-changes.ts';
import type { addAlias, addProvider, orderProviderApplication } from '#flows/broadband/provider-changes.ts';
import { parseSpeed } from '#lib/broadband/import/offers/field-values.ts';

export type ProviderValues = z.input<typeof addProvider.input>;
export type AliasValues = Omit<z.input<typeof addAlias.input>, 'id' | 'seen'>;
export type ApplyValues = Omit<z.input<typeof orderProviderApplication.input>, 'id' | 'seen'>;

/** The technologies that a provider's people may deliver, by number; null for all. */
export type DeliverableFields = { readonly delivers: readonly number[] | null };

export type { DefaultSpeedValues } from '#flows/broadband/default-speed-changes.ts';

/** The default speeds of a provider as a form has them: by `defaultSpeedField`, empty for none. */
export type DefaultSpeedTexts = Record<string, string>;

/** Empty for no default, which is null. */
const speedText = z.string().transform((text) => {
  if (text.trim() === '') return null;
  const parsed = parseSpeed(text);
  return parsed.ok ? parsed.value : Number.NaN;
});

const read = z.looseObject({ speeds: z.record(z.string(), speedText) });

/** The form of default speeds, which sends those that were changed. */
export const defaultSpeedsForm = (read as unknown as z.ZodType<z.input<typeof changeDefaultSpeeds.input>, object>).pipe(
  changeDefaultSpeeds.input,
);
