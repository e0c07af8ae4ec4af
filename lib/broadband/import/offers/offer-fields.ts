import type { Offer } from '#lib/broadband/availability.ts';

export const wholesaleNetworks = ['Yes', 'No', 'Both'] as const;
export type WholesaleNetwork = (typeof wholesaleNetworks)[number];

/** What an offer says, beside whose it is and by which technology. Speeds are megabits per second. */
export type OfferFields = Omit<Offer, 'id' | 'technologyId' | 'providerId' | 'providerName'>;

/** The API's names of the fields that a file's columns, or options, give; with the option of the command line. */
export const optionOf = {
  technology: '--technology',
  provider: '--provider',
  availability: '--availability',
  completion: '--completion',
  wholesale_network: '--wholesale',
  url: '--url',
  bandwidth_min_mbps: '--min-down',
  bandwidth_max_mbps: '--max-down',
  bandwidth_up_min_mbps: '--min-up',
  bandwidth_up_max_mbps: '--max-up',
  timing_id: '--timing-id',
} as const;

export type FieldName = keyof typeof optionOf;

export const fieldNames = Object.keys(optionOf) as FieldName[];
