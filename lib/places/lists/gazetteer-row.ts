import { isInServiceArea } from '#lib/broadband/point.ts';
import { capitalised, foldPlaceName } from '#lib/places/fold.ts';
import { kilometresBetween } from '#lib/places/kilometres.ts';
import type { RankedPlace } from '#lib/places/place.ts';
import { type Town, towns } from '#lib/places/towns.ts';
import type { Reason } from '#lib/refusal.ts';
import { parsePosition } from './position.ts';

/** The columns of the New Zealand Gazetteer's CSV that are read; there are others. `reo` 1: the name is te reo Māori. */
export const gazetteerColumns = {
  required: ['name', 'feat_type', 'latitude', 'longitude'],
  optional: ['status', 'reo'],
} as const;

/** A row's text by column. */
export type GazetteerText = Readonly<
  Record<(typeof gazetteerColumns.required)[number] | (typeof gazetteerColumns.optional)[number], string>
>;

/** Places where people live rank before those they visit, and those before features that only maps name. */
const ranksOfFeatures: Readonly<Record<string, number>> = {
  city: 1,
  town: 1,
  suburb: 2,
  village: 3,
  locality: 4,
  'local government': 5,
  place: 6,
  island: 6,
  bay: 7,
  beach: 7,
  site: 8,
  building: 8,
  'railway station': 8,
  road: 8,
  area: 8,
  lake: 9,
  valley: 9,
  flat: 9,
};
const rankOfOthers = 10;
const rankOfLargeTowns = 0;
/** People still type names that are no longer official; these rank after the others. */
const formerName = 20;
const outsideService = 100;

/**
 * Reads a row of the gazetteer.
 *
 * @param fault receives the reason why the row cannot be read
 * @returns undefined for a row with a fault, or without a name or a position
 */
export function parseGazetteerRow(text: GazetteerText, fault: (reason: Reason) => void): RankedPlace | undefined {
  const name = text.name.replace(/\s+/g, ' ');
  const position = parsePosition(text.latitude, text.longitude);
  if (position.kind === 'fault') fault(position.reason);
  if (position.kind !== 'at' || foldPlaceName(name) === '') return undefined;
  const { latitude, longitude } = position;
  const feature = text.feat_type.toLowerCase();
  const isFormer = /replaced|discontinued/i.test(text.status);
  const isServed = isInServiceArea(latitude, longitude);
  const town = getNearestTown(latitude, longitude);
  const isTown = town !== undefined && isSettlement.test(feature) && isThis(town, name, { latitude, longitude });
  const rank =
    (isTown ? rankOfLargeTowns : (ranksOfFeatures[feature] ?? rankOfOthers)) +
    (isFormer ? formerName : 0) +
    (isServed ? 0 : outsideService);
  const kind = `${isTown ? 'Town' : capitalised(feature)}${isFormer ? ' (former name)' : ''}`;
  const detail = town === undefined || isTown ? kind : `${kind}, near ${town.name}`;
  // the pin of a town that was searched for is where the map has its name
  const at = isTown ? town : { latitude, longitude };
  const isOfficial = text.status.toLowerCase().startsWith('official');
  return {
    name: isTown && !(isOfficial && /[āēīōū]/i.test(name)) ? town.name : name,
    detail,
    latitude: at.latitude,
    longitude: at.longitude,
    isServed,
    rank,
    isMaori: text.reo === '1' || (isTown && town.isMaori),
    population: isTown ? town.population : undefined,
    isOfficial: isOfficial || undefined,
  };
}

/** What towns and cities are called in the gazetteer. */
const isSettlement = /^(?:town|city|locality|village)$/;
/** A place of a town's name farther from it than this is another place. */
const withinTownKilometres = 10;

/** Whether a place is one of the larger towns; many of the gazetteer's names lack the macrons that are official now. */
function isThis(town: Town, name: string, position: Pick<Town, 'latitude' | 'longitude'>): boolean {
  return foldPlaceName(town.name) === foldPlaceName(name) && kilometresBetween(town, position) <= withinTownKilometres;
}

/** A town farther away does not help to find a place. */
const farthestKilometres = 60;

/** The nearest larger town within 60 km. */
function getNearestTown(latitude: number, longitude: number): Town | undefined {
  let nearest: Town | undefined;
  let least = farthestKilometres;
  for (const town of towns) {
    const distance = kilometresBetween({ latitude, longitude }, town);
    if (distance < least) {
      least = distance;
      nearest = town;
    }
  }
  return nearest;
}
