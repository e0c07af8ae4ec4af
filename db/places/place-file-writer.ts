import { rmSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { createPrivateFile } from '#db/private-file.ts';
import { foldAddress, streetPositionOf } from '#lib/places/address-text.ts';
import { foldPlaceName, squeezePlaceName } from '#lib/places/fold.ts';
import { mapSquareOf } from '#lib/places/map-tile.ts';
import type { PlaceList, RankedPlace } from '#lib/places/place.ts';
import { searchTextOf } from '#lib/places/search-words.ts';

/**
 * The `user_version` of the files that are written now. In files of format 3, addresses have no streets; in those of format
 * 2, places have no `square`; in those before, which have 0, also no `alias`, `squeezed` and `address_id`, and they list no
 * words.
 */
const placeFileFormat = 4;

/**
 * Places have ids in the order in which they are offered, and the index returns ids in order, so that a search for a
 * letter with which half a million names begin stops after the first few.
 */
const tables = `
  CREATE TABLE staged (rank INTEGER NOT NULL, population INTEGER NOT NULL, is_official INTEGER NOT NULL, name TEXT NOT NULL, alias TEXT NOT NULL,
    also TEXT NOT NULL, detail TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
    is_maori INTEGER NOT NULL, is_served INTEGER NOT NULL, address_id INTEGER, street TEXT, number INTEGER,
    last_number INTEGER);
  CREATE TABLE place (id INTEGER PRIMARY KEY, name TEXT NOT NULL, alias TEXT NOT NULL, also TEXT NOT NULL,
    folded TEXT NOT NULL, squeezed TEXT, detail TEXT NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL,
    is_maori INTEGER NOT NULL, is_served INTEGER NOT NULL, address_id INTEGER, square INTEGER, street INTEGER,
    number INTEGER, last_number INTEGER);
  CREATE TABLE street (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, folded TEXT NOT NULL, first_number INTEGER NOT NULL,
    last_number INTEGER NOT NULL, latitude REAL NOT NULL, longitude REAL NOT NULL, is_served INTEGER NOT NULL);
  CREATE VIRTUAL TABLE street_words USING fts5(words, content='', detail='none', columnsize=0, prefix='1 2 3 4 5 6 7 8',
    tokenize='ascii');
  CREATE VIRTUAL TABLE name_words USING fts5(words, content='', detail='none', columnsize=0, prefix='1 2 3 4 5 6 7 8',
    tokenize='ascii');
  CREATE TABLE word (word TEXT PRIMARY KEY, names INTEGER NOT NULL) WITHOUT ROWID;
`;

/** Rows indexed at a time; in between, progress is shown and signals are handled. */
const rowsAtOnce = 20_000;

/** `Lake Taupo (Taupomoana)`, but not `Mangamutu Stream (upper)`. */
const twoNames = /^(.+?) ?\((\p{Lu}[^()]*)\)$/u;

/** Writes a list into a new file, which nothing reads until it is complete. */
export class PlaceFileWriter {
  readonly #list: PlaceList;
  readonly #sqlite: Database.Database;
  readonly #stage: Database.Statement;
  #places = 0;

  constructor(file: string, list: PlaceList) {
    rmSync(file, { force: true });
    createPrivateFile(file);
    this.#list = list;
    this.#sqlite = new Database(file);
    // an incomplete file is thrown away, so nothing needs to survive a crash
    this.#sqlite.pragma('journal_mode = OFF');
    this.#sqlite.pragma('synchronous = OFF');
    this.#sqlite.pragma('cache_size = -64000');
    this.#sqlite.pragma('temp_store = FILE');
    this.#sqlite.pragma(`user_version = ${placeFileFormat}`);
    this.#sqlite.exec(tables);
    this.#sqlite.exec('BEGIN');
    this.#stage = this.#sqlite.prepare('INSERT INTO staged VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  }

  /** Adds a place; each of two names, as in `Aoraki / Mount Cook` or `Lake Taupo (Taupomoana)`, also finds it. */
  add(place: RankedPlace): void {
    this.#places++;
    this.#addRow(place);
    if (this.#isLong || place.alias !== undefined) return;
    const [, ...both] = twoNames.exec(place.name) ?? [];
    const names = both.length > 0 ? both : place.name.split('/').map((half) => half.trim());
    if (names.length > 1) for (const alias of names) this.#addRow({ ...place, alias });
  }

  #addRow(place: RankedPlace): void {
    const { rank, name, detail, latitude, longitude, isMaori, isServed } = place;
    const { population = 0, isOfficial = false, alias = '', alsoFoundBy = '', addressId = null } = place;
    const flags = [isMaori ? 1 : 0, isServed ? 1 : 0];
    const weights = [rank, population, isOfficial ? 1 : 0];
    const { street = null, from = null, to = null } = (this.#isLong ? streetPositionOf(name) : undefined) ?? {};
    const where = [latitude, longitude];
    this.#stage.run(...weights, name, alias, alsoFoundBy, detail, ...where, ...flags, addressId, street, from, to);
  }

  /** Sorts the added places and indexes their names. @returns how many places there are */
  async finish(onProgress: (done: number) => void): Promise<number> {
    const define = (name: string, work: (...texts: string[]) => string) =>
      this.#sqlite.function(name, { deterministic: true, varargs: true }, (...texts) => work(...texts.map(String)));
    define('fold', this.#isLong ? (name = '') => foldAddress(name) : (name = '') => foldPlaceName(name));
    define('squeeze', (name = '') => squeezePlaceName(name));
    define('words', (name = '', also = '') => searchTextOf(name, also));
    this.#sqlite.function('square', { deterministic: true }, (latitude, longitude) =>
      mapSquareOf(Number(latitude), Number(longitude)),
    );
    if (this.#isLong) this.#listStreets();
    this.#sqlite.exec(`
      INSERT INTO place
        (name, alias, also, folded, squeezed, detail, latitude, longitude, is_maori, is_served, address_id, square,
          street, number, last_number)
        SELECT name, alias, also, fold(searched), ${this.#isLong ? 'NULL' : 'squeeze(searched)'},
          detail, latitude, longitude, is_maori, is_served, address_id,
          iif(alias = '', square(latitude, longitude), NULL),
          (SELECT id FROM street s WHERE s.name = searched_rows.street), number, last_number
        FROM (SELECT *, iif(alias = '', name, alias) AS searched FROM staged) searched_rows
        ORDER BY rank, population DESC, length(searched), searched, is_official DESC;
      DROP TABLE staged;
    `);
    const rows = this.#sqlite.prepare('SELECT count(*) FROM place').pluck().get() as number;
    const index = this.#sqlite.prepare(
      'INSERT INTO name_words (rowid, words) SELECT id, words(folded, also) FROM place WHERE id > ? AND id <= ?',
    );
    for (let done = 0; done < rows; done += rowsAtOnce) {
      index.run(done, done + rowsAtOnce);
      onProgress(Math.min(rows, done + rowsAtOnce));
      await setImmediate();
    }
    this.#sqlite.exec("INSERT INTO name_words (name_words) VALUES ('optimize')");
    this.#listWords();
    this.#sqlite.exec('COMMIT; VACUUM');
    return this.#places;
  }

  close(): void {
    this.#sqlite.close();
  }

  /** Addresses are found by their words only: an index of two million whole names would cost more than it finds. */
  get #isLong(): boolean {
    return this.#list === 'addresses';
  }

  /**
   * Lists the streets of the addresses, those with the most first: each is where the address in the middle of its numbers is.
   */
  #listStreets(): void {
    this.#sqlite.exec(`
      CREATE INDEX staged_by_street ON staged (street, number) WHERE street IS NOT NULL;
      CREATE TEMP TABLE range AS SELECT street AS name, min(number) AS first, max(last_number) AS last, count(*) AS addresses
        FROM staged WHERE street IS NOT NULL GROUP BY street;
      INSERT INTO street (name, folded, first_number, last_number, latitude, longitude, is_served)
        SELECT name, fold(name), first, last, latitude, longitude, is_served
        FROM (
          SELECT range.*, latitude, longitude, is_served, min(abs(2 * staged.number - range.first - range.last))
          FROM range JOIN staged ON staged.street = range.name
          GROUP BY range.name
        )
        ORDER BY is_served DESC, addresses DESC, name;
      DROP TABLE range;
      INSERT INTO street_words (rowid, words) SELECT id, words(folded) FROM street;
      INSERT INTO street_words (street_words) VALUES ('optimize');
    `);
  }

  /** Lists the words of all names, among which those of a misspelt text are looked up. Numbers are never corrected. */
  #listWords(): void {
    this.#sqlite.exec(`
      CREATE VIRTUAL TABLE temp.vocabulary USING fts5vocab(main, 'name_words', 'row');
      INSERT INTO word SELECT term, doc FROM temp.vocabulary WHERE term NOT GLOB '*[^a-z]*' AND length(term) > 1;
      DROP TABLE temp.vocabulary;
      CREATE INDEX place_by_address ON place (address_id) WHERE address_id IS NOT NULL;
      CREATE INDEX place_by_name ON place (squeezed) WHERE squeezed IS NOT NULL;
      CREATE INDEX place_by_square ON place (square) WHERE square IS NOT NULL;
      CREATE INDEX place_by_street ON place (street, number) WHERE street IS NOT NULL;
    `);
  }
}
