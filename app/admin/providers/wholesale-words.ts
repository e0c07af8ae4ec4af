import type { WholesaleNetwork } from '#lib/broadband/import/offers/offer-fields.ts';

/** The wholesale values of answers, in words. */
export const wholesaleWords: Readonly<Record<WholesaleNetwork, string>> = {
  No: 'No: it serves households itself',
  Yes: 'Yes: households buy from retailers on its network',
  Both: 'Both',
};
