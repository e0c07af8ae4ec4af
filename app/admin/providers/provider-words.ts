import type { SpeedField, WholesaleNetwork } from '#lib/broadband/import/offers/offer-fields.ts';

/** The speeds of an offer as short titles, in Mbps. */
export const speedTitles: Readonly<Record<SpeedField, string>> = {
  bandwidth_min_mbps: 'Lowest download',
  bandwidth_max_mbps: 'Highest download',
  bandwidth_up_min_mbps: 'Lowest upload',
  bandwidth_up_max_mbps: 'Highest upload',
};

/** The wholesale values of answers, in words. */
export const wholesaleWords: Readonly<Record<WholesaleNetwork, string>> = {
  No: 'No: it serves households itself',
  Yes: 'Yes: households buy from retailers on its network',
  Both: 'Both',
};
