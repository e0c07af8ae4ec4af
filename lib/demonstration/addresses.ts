import type { RankedPlace } from '#lib/places/place.ts';
import { towns } from '#lib/places/towns.ts';

const trees = ['Kōwhai', 'Rimu', 'Tōtara', 'Kauri', 'Mānuka', 'Rātā'];
const houses = 16;
/** In degrees: about 25 m along the street, and as much across it. */
const alongStreet = 0.0003;
const acrossStreet = 0.00022;

/** Invented street addresses: `14 Demo Kōwhai Street, Wellington` and so on, a street through the middle of each town. */
export function demonstrationAddresses(): RankedPlace[] {
  return towns.flatMap(({ name: town, latitude, longitude }, index) =>
    Array.from({ length: houses }, (_, place): RankedPlace => {
      const number = place + 1;
      const street = `Demo ${trees[index % trees.length]} Street`;
      const isOdd = number % 2 === 1;
      return {
        name: `${number} ${street}, ${town}`,
        detail: '',
        latitude: latitude + (isOdd ? acrossStreet : -acrossStreet) / 2,
        longitude: longitude + (Math.floor(place / 2) - houses / 4) * alongStreet,
        isMaori: false,
        isServed: true,
        rank: 0,
      };
    }),
  );
}
