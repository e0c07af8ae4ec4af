import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createPrivateFile } from '#db/private-file.ts';
import { foldPlaceName } from '#lib/places/fold.ts';
import type { Place, PlaceList, RankedPlace } from '#lib/places/place.ts';
import { type SearchWords, searchTextOf } from '#lib/places/search-words.ts';

/** The file of a list, beside the database. A list never uses a number twice. */
export function placeFile(databaseFile: string, list: PlaceList, number: number): string {
  return `${databaseFile}.${list}-${number}`;
}

/** The file into which a list is written before it has a number. */
export function unfinishedFile(databaseFile: string, list: PlaceList): string {
  return `${databaseFile}.${list}-${process.pid}${unfinishedEnding}`;
}

const unfinishedEnding = '.unfinished';
/** No import takes this long, so its process has died. */
const abandonedAfterMs = 24 * 3600 * 1000;

/** Removes all files of `list` except that of `number`: those of replaced lists, and of imports that died. */
export function removeOtherFiles(databaseFile: string, list: PlaceList, number: number | undefined): void {
  const folder = dirname(databaseFile);
  const kept = number === undefined ? undefined : basename(placeFile(databaseFile, list, number));
  const start = `${basename(databaseFile)}.${list}-`;
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(start) || name === kept) continue;
    const file = join(folder, name);
    const isInUse = name.endsWith(unfinishedEnding) && Date.now() - statSync(file).mtimeMs < abandonedAfterMs;
    if (!isInUse) rmSync(file, { force: true });
  }
}

/**
 * Places have ids in the order in which they are offered, and the index returns ids in order, so that a search for a
 * letter with which half a million names begin stops after the first few.
 */
const tables = `
  CREATE TABLE staged (rank INTEGER NOT NULL, name TEXT NOT NULL, detail TEXT NOT NULL, latitude REAL NOT NULL,
    longitude REAL NOT NULL, is_maori INTEGER NOT NULL, is_served INTEGER NOT NULL);
  CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL, detail TEXT NOT NULL,
    latitude REAL NOT NULL, longitude REAL NOT NULL, is_maori INTEGER NOT NULL, is_served INTEGER NOT NULL);
  CREATE VIRTUAL TABLE name_words USING fts5(words, content='', detail='none', columnsize=0, prefix='1 2 3 4 5 6 7 8',
    tokenize='ascii');
`;

/** Rows indexed at a time; in between, progress is shown and signals are handled. */
const rowsAtOnce = 20_000;

/** Writes a list into a new file, which nothing reads until it is complete. */
export class PlaceFileWriter {
  readonly #sqlite: Database.Database;
  readonly #stage: Database.Statement;

  constructor(file: string) {
    rmSync(file, { force: true });
    createPrivateFile(file);
    this.#sqlite = new Database(file);
    // an incomplete file is thrown away, so nothing needs to survive a crash
    this.#sqlite.pragma('journal_mode = OFF');
    this.#sqlite.pragma('synchronous = OFF');
    this.#sqlite.pragma('cache_size = -64000');
    this.#sqlite.pragma('temp_store = FILE');
    this.#sqlite.exec(tables);
    this.#sqlite.exec('BEGIN');
    this.#stage = this.#sqlite.prepare('INSERT INTO staged VALUES (?, ?, ?, ?, ?, ?, ?)');
  }

  add({ rank, name, detail, latitude, longitude, isMaori, isServed }: RankedPlace): void {
    this.#stage.run(rank, name, detail, latitude, longitude, isMaori ? 1 : 0, isServed ? 1 : 0);
  }

  /** Sorts the added places and indexes their names. @returns how many places there are */
  async finish(onProgress: (done: number) => void): Promise<number> {
    this.#sqlite.function('fold', { deterministic: true }, (name) => foldPlaceName(String(name)));
    this.#sqlite.function('words', { deterministic: true }, (name) => searchTextOf(String(name)));
    this.#sqlite.exec(`
      INSERT INTO place (name, folded, detail, latitude, longitude, is_maori, is_served)
        SELECT name, fold(name), detail, latitude, longitude, is_maori, is_served
        FROM staged ORDER BY rank, length(name), name;
      DROP TABLE staged;
    `);
    const places = this.#sqlite.prepare('SELECT count(*) FROM place').pluck().get() as number;
    const index = this.#sqlite.prepare(
      'INSERT INTO name_words (rowid, words) SELECT id, words(name) FROM place WHERE id > ? AND id <= ?',
    );
    for (let done = 0; done < places; done += rowsAtOnce) {
      index.run(done, done + rowsAtOnce);
      onProgress(Math.min(places, done + rowsAtOnce));
      await setImmediate();
    }
    this.#sqlite.exec("INSERT INTO name_words (name_words) VALUES ('optimize'); COMMIT; VACUUM");
    return places;
  }

  close(): void {
    this.#sqlite.close();
  }
}

/** A place that was found; the lower its `id`, the earlier it is offered. */
export interface FoundPlace extends Place {
  readonly id: number;
  readonly folded: string;
}

type Row = [number, string, string, string, number, number, number, number];

const columns = 'p.id, p.name, p.folded, p.detail, p.latitude, p.longitude, p.is_maori, p.is_served';

/** Searches the file of a list. */
export class PlaceFileReader {
  readonly #sqlite: Database.Database;
  readonly #matching: Database.Statement;
  readonly #byId: Database.Statement;

  /** @throws Database.SqliteError when the file does not exist */
  constructor(file: string) {
    this.#sqlite = new Database(file, { readonly: true, fileMustExist: true });
    this.#sqlite.pragma('mmap_size = 1073741824');
    // nothing writes to the file, so its lock is taken once, not for each query
    this.#sqlite.pragma('locking_mode = EXCLUSIVE');
    this.#matching = this.#sqlite
      .prepare(`SELECT ${columns} FROM name_words w JOIN place p ON p.id = w.rowid WHERE name_words MATCH ? LIMIT ?`)
      .raw();
    this.#byId = this.#sqlite.prepare(`SELECT ${columns} FROM place p WHERE p.id = ?`).raw();
  }

  /**
   * Finds at most `most` places whose names begin with the typed words and, if there are fewer, as many that contain
   * them; without either, names with words that begin with the typed ones. Each place is listed once.
   */
  find(words: SearchWords, most: number): { readonly atStart: FoundPlace[]; readonly within: FoundPlace[] } {
    const found = new Map<number, FoundPlace>();
    const ask = (match: string) => {
      for (const place of this.#ask(match, most)) found.set(place.id, place);
    };
    ask(words.atStart);
    const beginning = found.size;
    if (beginning < most) ask(words.anywhere);
    if (found.size === 0) ask(words.loosely);
    const places = [...found.values()];
    return { atStart: places.slice(0, beginning), within: places.slice(beginning) };
  }

  get(id: number): FoundPlace | undefined {
    const row = this.#byId.get(id) as Row | undefined;
    return row && placeOf(row);
  }

  close(): void {
    this.#sqlite.close();
  }

  #ask(match: string, most: number): FoundPlace[] {
    return (this.#matching.all(match, most) as Row[]).map(placeOf);
  }
}

function placeOf([id, name, folded, detail, latitude, longitude, isMaori, isServed]: Row): FoundPlace {
  return {
    ...{ id, name, folded, detail, latitude, longitude },
    ...{ isMaori: isMaori === 1, isServed: isServed === 1 },
  };
}
