import Database from 'better-sqlite3';
import type { Connection } from '#db/client.ts';
import { GenerationCache } from '#db/generation.ts';
import { AliasBook } from '#lib/places/lists/alias-book.ts';
import { knownAliases, type PlaceAlias } from '#lib/places/lists/aliases.ts';
import type { PlaceList } from '#lib/places/place.ts';
import { processWide } from '#lib/process-wide.ts';
import { placeFile } from './place-file.ts';
import { PlaceFileReader } from './place-file-reader.ts';
import { placeList } from './schema.ts';

/** What a search looks in. */
export interface OpenLists {
  readonly readers: ReadonlyMap<PlaceList, PlaceFileReader>;
  /** Other names of places: those that were imported, then those that this program knows. */
  readonly aliases: AliasBook;
}

/** The lists as they are now; a list that was replaced is opened again. */
export function openListsOf(reader: Connection): OpenLists {
  const cache = processWide('place-lists', () => {
    let open: OpenLists = { readers: new Map(), aliases: new AliasBook([]) };
    return new GenerationCache('places', (connection) => {
      for (const replaced of open.readers.values()) replaced.close();
      open = openLists(connection);
      return open;
    });
  });
  return cache.get(reader);
}

function openLists({ db, sqlite }: Connection): OpenLists {
  const readers = new Map<PlaceList, PlaceFileReader>();
  for (const { list, number } of db.select().from(placeList).all()) {
    try {
      readers.set(list, new PlaceFileReader(placeFile(sqlite.name, list, number), list));
    } catch (fault) {
      // a database restored elsewhere may lack these files; the map works without them
      if (!(fault instanceof Database.SqliteError)) throw fault;
    }
  }
  const imported = readers.get('aliases')?.all().map(aliasOf) ?? [];
  // without any list nothing is searched, so nothing is found by another name
  return { readers, aliases: new AliasBook(readers.size === 0 ? [] : [...imported, ...knownAliases]) };
}

function aliasOf({ name, alias = name, ...place }: ReturnType<PlaceFileReader['all']>[number]): PlaceAlias {
  return { ...place, name, alias };
}
