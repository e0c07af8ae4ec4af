import type { RankedPlace } from '#lib/places/place.ts';
import { towns } from '#lib/places/towns.ts';

/** The towns that have a street, each with its tree: few, so that a search for a town is not full of its addresses. */
const streets = new Map([
  ['Timaru', 'Kōwhai'],
  ['Masterton', 'Rimu'],
  ['Greymouth', 'Tōtara'],
  ['Gore', 'Kauri'],
]);
const houses = 16;
/** In degrees: about 25 m along the street, and as much across it. */
const alongStreet = 0.0003;
const acrossStreet = 0.00022;

/** Invented street addresses: `14 Demo Tōtara Street, Greymouth` and so on, a street through the middle of a few towns. */
export function demonstrationAddresses(): RankedPlace[] {
  return towns.flatMap(({ name: town, latitude, longitude }) => {
    const tree = streets.get(town);
    if (tree === undefined) return [];
    return Array.from({ length: houses }, (_, place): RankedPlace => {
      const isOdd = place % 2 === 0;
      return {
        name: `${place + 1} Demo ${tree} Street, ${town}`,
        detail: '',
        latitude: latitude + (isOdd ? acrossStreet : -acrossStreet) / 2,
        longitude: longitude + (Math.floor(place / 2) - houses / 4) * alongStreet,
        isMaori: false,
        isServed: true,
        rank: 0,
      };
    });
  });
}
