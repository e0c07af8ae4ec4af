import type { z } from 'zod';
import type { addAlias, addProvider, orderProviderApplication } from '#flows/broadband/provider-changes.ts';

export type ProviderValues = z.input<typeof addProvider.input>;
export type AliasValues = Omit<z.input<typeof addAlias.input>, 'id' | 'seen'>;
export type ApplyValues = Omit<z.input<typeof orderProviderApplication.input>, 'id' | 'seen'>;

/** The technologies that a provider's people may deliver, by number; null for all. */
export type DeliverableFields = { readonly delivers: readonly number[] | null };
