import type { PlaceList } from '#lib/places/place.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';

interface Source {
  readonly file: string;
}

/** Why a list of places is not imported. */
export const placeListWords = {
  'places-not-imported': ({ file }: Source) => `${file} was not imported; the list is unchanged.`,
  'no-places': ({ file }: Source) => `${file} contains no places, so nothing was imported.`,
  'unknown-place-list': ({ file, gazetteer }: Source & { gazetteer: readonly string[] }) =>
    `${file} is not a list of places that can be read: its first line must name the columns ${gazetteer.join(', ')} (New Zealand Gazetteer), full_address with shape_X and shape_Y (LINZ NZ Addresses), name, type and major_name (LINZ NZ Suburbs and Localities), or name, alias, latitude and longitude (other names of places).`,
  'not-an-alias-list': ({ file }: Source) =>
    `${file} is not a list of other names of places: its first line must name the columns name, alias, latitude and longitude.`,
  'place-not-in-reference': ({ reference }: { reference: string }) =>
    `Its position does not exist in the reference system of the layer, ${reference}.`,
  'not-a-latitude': ({ text }: { text: string }) => `The latitude "${text}" is not a number of degrees from -90 to 90.`,
  'not-a-longitude': ({ text }: { text: string }) =>
    `The longitude "${text}" is not a number of degrees from -180 to 360.`,
} as const;

/** What staff call each list of places. */
export const listNames: Readonly<Record<PlaceList, string>> = {
  gazetteer: 'gazetteer',
  localities: 'suburbs and localities',
  aliases: 'other names',
  addresses: 'street addresses',
};

/** The name of a list that was fetched: `New Zealand Gazetteer (25 November 2026)`. @param dataAt epoch milliseconds */
export function fetchedListName(name: string, dataAt: number): string {
  return `${name} (${dayWords(dayOf(dataAt))})`;
}
