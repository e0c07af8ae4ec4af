import Database from 'better-sqlite3';
import type { Connection } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { type PlaceList, placeLists } from '#lib/places/place.ts';
import { searchWordsOf } from '#lib/places/search-words.ts';
import { processWide } from '#lib/process-wide.ts';
import { placeFile } from './place-file.ts';
import { type FoundPlace, PlaceFileReader } from './place-file-reader.ts';
import { placeList } from './schema.ts';

type Readers = ReadonlyMap<PlaceList, PlaceFileReader>;

/** How many places of each list are compared to choose the best. */
const candidates = 40;

/** The lists that can be searched now. */
export function searchableLists(reader: Connection): readonly PlaceList[] {
  const readers = readersOf(reader);
  return placeLists.filter((list) => readers.has(list));
}

/**
 * The places that a typed text may mean, the most likely first: names equal to it, names that begin with it, names that
 * contain its words; places outside the service area last. When it begins with a digit, addresses come before other places.
 */
export function findPlaces(
  reader: Connection,
  typed: string,
  most: number,
  lists: readonly PlaceList[] = placeLists,
): FoundPlace[] {
  const words = searchWordsOf(typed);
  if (words === undefined) return [];
  const readers = readersOf(reader);
  const order = /^\d/.test(words.folded) ? lists.toReversed() : lists;
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

/** The addresses that a typed text may mean, the most likely first, as in `findPlaces`; none without a list of addresses. */
export function findAddresses(reader: Connection, typed: string, most: number): FoundPlace[] {
  return findPlaces(reader, typed, most, ['addresses']);
}

/** The address with LINZ's `address_id`; undefined if no list has it. */
export function getAddress(reader: Connection, addressId: number): FoundPlace | undefined {
  return readersOf(reader).get('addresses')?.getAddress(addressId);
}

/** Sorting is stable: within a tier, lists keep their order, and places that of their list. */
function tierOf({ folded, isServed }: FoundPlace, isAtStart: boolean, typed: string): number {
  const likeness = folded === typed ? 0 : folded.startsWith(typed) ? 1 : isAtStart ? 2 : 3;
  return likeness + (isServed ? 0 : 10);
}

function readersOf(reader: Connection): Readers {
  const cache = processWide('place-lists', () => {
    let open: Readers = new Map();
    return new GenerationCache('places', (connection) => {
      for (const replaced of open.values()) replaced.close();
      open = openReaders(connection);
      return open;
    });
  });
  return cache.get(reader);
}

function openReaders({ db, sqlite }: Connection): Readers {
  const open = new Map<PlaceList, PlaceFileReader>();
  for (const { list, number } of db.select().from(placeList).all()) {
    try {
      open.set(list, new PlaceFileReader(placeFile(sqlite.name, list, number)));
    } catch (fault) {
      // a database restored elsewhere may lack these files; the map works without them
      if (!(fault instanceof Database.SqliteError)) throw fault;
    }
  }
  return open;
}
