import { seededRandom } from '#lib/demonstration/random.ts';
import { squeezePlaceName } from '#lib/places/fold.ts';
import { kilometresBetween } from '#lib/places/kilometres.ts';
import type { Place, RankedPlace } from '#lib/places/place.ts';
import { towns } from '#lib/places/towns.ts';

/** Of a hundred streets, how many are of a kind. */
const kinds = [
  ...Array.from({ length: 36 }, () => 'Street'),
  ...Array.from({ length: 24 }, () => 'Road'),
  ...Array.from({ length: 14 }, () => 'Place'),
  ...Array.from({ length: 10 }, () => 'Drive'),
  ...Array.from({ length: 8 }, () => 'Avenue'),
  'Terrace',
  'Crescent',
  'Lane',
  'Way',
  'Close',
  'Grove',
  'Parade',
  'Quay',
];
const commonStreets =
  'Queen King George Victoria Albert Church High Main Station Beach Rata Kauri Totara Rimu Kowhai'.split(' ');
const suburbKilometres = 15;

/**
 * `count` addresses like LINZ's: in the suburbs of the larger towns by population, in streets named after places and
 * after what streets are often named after, with units (15 %) and letters (6 %). The same ones each time.
 *
 * @param places the gazetteer, by whose names suburbs and streets are named
 */
export function* generateAddresses(count: number, places: readonly Place[]): Generator<RankedPlace> {
  const random = seededRandom(2_300_000);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(values: readonly T[]): T => values[below(values.length)] as T;
  const suburbs = places.filter(({ detail }) => /^(?:Suburb|Locality|Town)/.test(detail));
  const words = [...new Set(places.map(({ name }) => name.split(/[ /]/)[0] ?? ''))].filter((word) => word.length > 3);
  const everyone = towns.reduce((sum, { population }) => sum + population, 0);
  let addressId = 0;
  for (const town of towns) {
    const near = [town, ...suburbs.filter((suburb) => kilometresBetween(suburb, town) < suburbKilometres)];
    const last = Math.min(count, addressId + Math.ceil((count * town.population) / everyone));
    while (addressId < last) {
      const suburb = pick(near);
      const street = `${random() < 0.2 ? pick(commonStreets) : pick(words)} ${pick(kinds)}`;
      const end = suburb.name === town.name ? town.name : `${suburb.name}, ${town.name}`;
      const [latitude, longitude] = [suburb.latitude + (random() - 0.5) / 50, suburb.longitude + (random() - 0.5) / 50];
      for (let house = 1 + below(4); house < 120 && addressId < last; house += 1 + below(3)) {
        const letter = random() < 0.06 ? pick(['A', 'B', 'C']) : '';
        const unit = random() < 0.15 ? `${1 + below(20)}/` : '';
        addressId++;
        const name = `${unit}${house}${letter} ${street}, ${end}`;
        yield {
          name,
          detail: '',
          latitude: latitude + house / 1e5,
          longitude,
          isMaori: false,
          isServed: true,
          rank: unit === '' ? 0 : 1,
          addressId,
        };
      }
    }
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/**
 * A name with one letter inserted, left out, replaced or swapped with its neighbour. @param random gives numbers from 0 to 1
 */
export function editedName(name: string, random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const characters = [...name];
  const letter = letters[below(letters.length)] ?? 'a';
  switch (below(4)) {
    case 0:
      return characters.toSpliced(below(characters.length + 1), 0, letter).join('');
    case 1:
      return characters.toSpliced(below(characters.length), 1).join('');
    case 2:
      return characters.toSpliced(below(characters.length), 1, letter).join('');
    default: {
      const at = below(characters.length - 1);
      return characters.toSpliced(at, 2, characters[at + 1] ?? '', characters[at] ?? '').join('');
    }
  }
}

/** A name and what somebody typed instead of it. */
interface Misspelt {
  readonly name: string;
  readonly typed: string;
}

/** Each name with one random edit, without those whose edit makes the name of another place, or no other text. */
export function misspeltNames(names: readonly string[], random: () => number): Misspelt[] {
  const taken = new Set(names.map(squeezePlaceName));
  return names
    .map((name) => ({ name, typed: editedName(name, random) }))
    .filter(({ typed }) => !taken.has(squeezePlaceName(typed)) && squeezePlaceName(typed) !== '');
}
