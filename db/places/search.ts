import Database from 'better-sqlite3';
import type { Connection } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { type PlaceList, placeLists } from '#lib/places/place.ts';
import { searchWordsOf } from '#lib/places/search-words.ts';
import { processWide } from '#lib/process-wide.ts';
import { type FoundPlace, PlaceFileReader, placeFile } from './place-file.ts';
import { placeList } from './schema.ts';

type Readers = ReadonlyMap<PlaceList, PlaceFileReader>;

/** What is looked at of each list before the best are chosen. */
const candidates = 40;

/** The lists that can be searched now. */
export function searchableLists(reader: Connection): readonly PlaceList[] {
  const readers = readersOf(reader);
  return placeLists.filter((list) => readers.has(list));
}

/**
 * The places that what was typed may mean, the likeliest first: names equal to it, then names that begin with it, then
 * names that hold its words; in each, those the service answers for before those outside. After a figure, addresses
 * come before other places.
 */
export function findPlaces(reader: Connection, typed: string, most: number): FoundPlace[] {
  const words = searchWordsOf(typed);
  if (words === undefined) return [];
  const readers = readersOf(reader);
  const order: readonly PlaceList[] = /^\d/.test(words.folded) ? ['addresses', 'gazetteer'] : placeLists;
  const found = order.flatMap((list) => {
    const { atStart = [], within = [] } = readers.get(list)?.find(words, candidates) ?? {};
    return [...atStart, ...within].map((place, at) => ({
      place,
      tier: tierOf(place, at < atStart.length, words.folded),
    }));
  });
  return found
    .sort((a, b) => a.tier - b.tier)
    .slice(0, most)
    .map(({ place }) => place);
}

/** Sorting is stable, so that within a tier the lists keep their order, and places that of their list. */
function tierOf({ folded, isServed }: FoundPlace, isAtStart: boolean, typed: string): number {
  const likeness = folded === typed ? 0 : folded.startsWith(typed) ? 1 : isAtStart ? 2 : 3;
  return likeness + (isServed ? 0 : 10);
}

function readersOf(reader: Connection): Readers {
  const held = processWide('place-readers', () => ({ open: new Map() as Readers }));
  const lists = processWide(
    'place-lists',
    () =>
      new GenerationCache('places', (connection) => {
        for (const open of held.open.values()) open.close();
        held.open = openReaders(connection);
        return held.open;
      }),
  );
  return lists.get(reader);
}

function openReaders({ db, sqlite }: Connection): Readers {
  const open = new Map<PlaceList, PlaceFileReader>();
  for (const { list, number } of db.select().from(placeList).all()) {
    try {
      open.set(list, new PlaceFileReader(placeFile(sqlite.name, list, number)));
    } catch (fault) {
      // a database that was restored elsewhere comes without its lists: the map works without them
      if (!(fault instanceof Database.SqliteError)) throw fault;
    }
  }
  return open;
}
