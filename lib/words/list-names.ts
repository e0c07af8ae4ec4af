import type { PlaceList } from '#lib/places/place.ts';

/** What staff call each list of places. */
export const listNames: Readonly<Record<PlaceList, string>> = {
  gazetteer: 'gazetteer',
  localities: 'suburbs and localities',
  aliases: 'other names',
  addresses: 'street addresses',
};
