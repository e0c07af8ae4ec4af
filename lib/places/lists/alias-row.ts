import { isInServiceArea } from '#lib/broadband/point.ts';
import { foldPlaceName, squeezePlaceName } from '#lib/places/fold.ts';
import type { RankedPlace } from '#lib/places/place.ts';
import type { Reason } from '#lib/refusal.ts';
import { parsePosition } from './position.ts';

/** The columns of a list of other names that are read; there may be others. */
export const aliasColumns = {
  required: ['name', 'alias', 'latitude', 'longitude'],
  optional: ['placetype', 'population'],
} as const;

/** A row's text by column. */
export type AliasText = Readonly<
  Record<(typeof aliasColumns.required)[number] | (typeof aliasColumns.optional)[number], string>
>;

/** What the place types of Who's On First are called here. */
const kinds: Readonly<Record<string, string>> = {
  locality: 'Locality',
  neighbourhood: 'Suburb',
  localadmin: 'District',
  county: 'District',
  region: 'Region',
  dependency: 'Islands',
};

/**
 * Reads a row of other names of places. Codes of airports (`WLG`) are left out, because people who type three letters
 * are on their way to a name; so are names of the country, and spellings that find the place anyway.
 *
 * @param fault receives the reason why the row cannot be read
 * @returns undefined for a row with a fault, without a name or a position, or that is left out
 */
export function parseAliasRow(text: AliasText, fault: (reason: Reason) => void): RankedPlace | undefined {
  const name = text.name.replace(/\s+/g, ' ');
  const alias = text.alias.replace(/\s+/g, ' ');
  const position = parsePosition(text.latitude, text.longitude);
  if (position.kind === 'fault') fault(position.reason);
  if (position.kind !== 'at' || foldPlaceName(name) === '' || foldPlaceName(alias) === '') return undefined;
  if (/^[A-Z]{3}$/.test(alias) || text.placetype === 'country') return undefined;
  if (squeezePlaceName(alias) === squeezePlaceName(name)) return undefined;
  const { latitude, longitude } = position;
  return {
    name,
    alias,
    detail: kinds[text.placetype] ?? 'Place',
    latitude,
    longitude,
    isMaori: false,
    rank: 0,
    isServed: isInServiceArea(latitude, longitude),
    population: Math.max(0, Math.round(Number(text.population))) || undefined,
  };
}
