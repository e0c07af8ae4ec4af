import type { WholesaleNetwork } from '#lib/broadband/import/offers/offer-fields.ts';

/** The wholesale value of an offer, as answers have it, in words. */
export const wholesaleWords: Readonly<Record<WholesaleNetwork, string>> = {
  No: 'No: it serves households itself',
  Yes: 'Yes: households buy from retailers on its network',
  Both: 'Both',
};
