import type { SpeedField } from '#lib/broadband/import/offers/offer-fields.ts';

/** The speeds of an offer as short titles, in Mbps. */
export const speedTitles: Readonly<Record<SpeedField, string>> = {
  bandwidth_min_mbps: 'Lowest download',
  bandwidth_max_mbps: 'Highest download',
  bandwidth_up_min_mbps: 'Lowest upload',
  bandwidth_up_max_mbps: 'Highest upload',
};
