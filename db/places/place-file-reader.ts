import Database from 'better-sqlite3';
import { IntList } from '#lib/broadband/coverage/number-list.ts';
import { isInServiceArea, toUnitX, toUnitY } from '#lib/broadband/point.ts';
import { foldPlaceName, meaningsOf } from '#lib/places/fold.ts';
import { NameIndex } from '#lib/places/name-index.ts';
import type { PlaceList } from '#lib/places/place.ts';
import { pairQueryOf, type SearchWords, wordsOf } from '#lib/places/search-words.ts';
import { Vocabulary } from '#lib/places/vocabulary.ts';
import type { FoundPlace } from './place-file.ts';
import { Streets } from './streets.ts';

type Row = [number, string, string, string, string, string, number, number, number, number, number | null];

const columns =
  'p.id, p.name, p.alias, p.also, p.folded, p.detail, p.latitude, p.longitude, p.is_maori, p.is_served, p.address_id';
/** From this format on, a file has more than words; from the second on, also the squares of the map; then streets. */
const formats = { names: 2, squares: 3, streets: 4 };
/** A file of a format before is searched by its words alone. */
const columnsBefore = columns.replace('p.alias, p.also', "'', ''").replace('p.address_id', 'NULL');

interface Found {
  readonly atStart: FoundPlace[];
  readonly within: FoundPlace[];
}

/** So many addresses of one number and street name are compared. */
const mostPaired = 500;
/** So many places of one name are compared. */
const mostNamesakes = 40;

/** Searches the file of a list. */
export class PlaceFileReader {
  /** Whether the number of an address is indexed together with its street, and found only so: there are too many others. */
  readonly hasPairs: boolean;
  /** The streets of addresses; undefined in other lists, and in a file of a format before. */
  readonly streets: Streets | undefined;
  readonly #sqlite: Database.Database;
  readonly #columns: string;
  readonly #isCurrent: boolean;
  readonly #hasSquares: boolean;
  readonly #matching: Database.Statement;
  readonly #statements = new Map<string, Database.Statement>();
  #nearNames: { readonly ids: readonly number[]; readonly index: NameIndex } | undefined;
  #vocabulary: Vocabulary | undefined;

  /** @throws Database.SqliteError when the file does not exist */
  constructor(file: string, list: PlaceList) {
    this.#sqlite = new Database(file, { readonly: true, fileMustExist: true });
    this.#sqlite.pragma('mmap_size = 1073741824');
    // nothing writes to the file, so its lock is taken once, not for each query
    this.#sqlite.pragma('locking_mode = EXCLUSIVE');
    const format = Number(this.#sqlite.pragma('user_version', { simple: true }));
    this.#isCurrent = format >= formats.names;
    this.#hasSquares = format >= formats.squares;
    this.hasPairs = this.#isCurrent && list === 'addresses';
    this.streets = format >= formats.streets && list === 'addresses' ? new Streets(this.#sqlite) : undefined;
    this.#columns = this.#isCurrent ? columns : columnsBefore;
    this.#matching = this.#sqlite
      .prepare(
        `SELECT ${this.#columns} FROM name_words w JOIN place p ON p.id = w.rowid WHERE name_words MATCH ? LIMIT ?`,
      )
      .raw();
  }

  /**
   * Finds at most `most` places whose names begin with the typed words and, if there are fewer, as many that contain
   * them; without either, names with words that begin with the typed ones. Each place is listed once.
   */
  find(words: SearchWords, most: number): Found {
    const typed = wordsOf(words.folded);
    const pair = this.hasPairs ? pairQueryOf(typed) : undefined;
    if (pair === undefined) return this.#find(words, most);
    const paired = this.matching(pair, mostPaired);
    const whole = paired.filter((place) => hasWords(place, typed, 'complete'));
    const found = whole.length > 0 ? whole : paired.filter((place) => hasWords(place, typed, 'begun'));
    // a number and the beginning of a suburb
    if (found.length === 0 && typed.length === 2) return this.#find(words, most);
    const isAtStart = ({ folded }: FoundPlace) => folded.startsWith(`${typed[0]} `);
    return {
      atStart: found.filter(isAtStart).slice(0, most),
      within: found.filter((place) => !isAtStart(place)).slice(0, most),
    };
  }

  #find(words: SearchWords, most: number): Found {
    const found = new Map<number, FoundPlace>();
    const ask = (match: string) => {
      for (const place of this.matching(match, most)) found.set(place.id, place);
    };
    ask(words.atStart);
    const beginning = found.size;
    if (beginning < most) ask(words.anywhere);
    if (found.size === 0) ask(words.loosely);
    const places = [...found.values()];
    return { atStart: places.slice(0, beginning), within: places.slice(beginning) };
  }

  /** The first `most` places that a query of the full-text index finds. */
  matching(match: string, most: number): FoundPlace[] {
    return (this.#matching.all(match, most) as Row[]).map(placeOf);
  }

  /** Whether any name contains a word that begins so. */
  hasWord(word: string): boolean {
    return this.#matching.all(`"${word}"*`, 1).length > 0;
  }

  /** The places whose name is this one, squeezed. */
  named(squeezed: string): FoundPlace[] {
    if (!this.#isCurrent) return [];
    return this.#where('p.squeezed = ? ORDER BY p.id LIMIT ?', squeezed, mostNamesakes);
  }

  /** The places with names like a misspelt one, squeezed; those with the fewest edits first. */
  near(squeezed: string, most: number): (FoundPlace & { readonly edits: number })[] {
    const { ids, index } = this.#names();
    const near = index.near(squeezed).sort((a, b) => a.edits - b.edits);
    return near.slice(0, most).flatMap(({ at, edits }) => {
      const [place] = this.#where('p.id = ?', ids[at] ?? 0);
      return place === undefined ? [] : [{ ...place, edits }];
    });
  }

  /** The words of all names; none in a file of the format before. */
  vocabulary(): Vocabulary {
    if (this.#vocabulary === undefined) {
      const words = this.#isCurrent
        ? this.#sqlite.prepare('SELECT word FROM word ORDER BY names DESC').pluck().all()
        : [];
      this.#vocabulary = new Vocabulary(words as string[]);
    }
    return this.#vocabulary;
  }

  /** Where its places in the service area are: x0, y0, x1, y1, … */
  points(): Int32Array {
    const points = new IntList();
    const rows = this.#sqlite.prepare<[], [number, number]>('SELECT latitude, longitude FROM place').raw().iterate();
    for (const [latitude, longitude] of rows) {
      if (!isInServiceArea(latitude, longitude)) continue;
      points.push(toUnitX(longitude));
      points.push(toUnitY(latitude));
    }
    return points.values.subarray(0, points.length);
  }

  /** All places, in the order in which they are offered. */
  all(): FoundPlace[] {
    return this.#where('true ORDER BY p.id');
  }

  /** The place with this number in its list. */
  get(id: number): FoundPlace | undefined {
    return this.#where('p.id = ?', id)[0];
  }

  /** The first `most` places whose squares of the map are in a range; none in a file of a format before. */
  inSquares([from, to]: readonly [number, number], most: number): FoundPlace[] {
    if (!this.#hasSquares) return [];
    // the plus keeps SQLite from reading the whole list in the order of ids
    return this.#where('p.square BETWEEN ? AND ? ORDER BY +p.id LIMIT ?', from, to, most);
  }

  /** The address with this `address_id`. */
  getAddress(addressId: number): FoundPlace | undefined {
    return this.#isCurrent ? this.#where('p.address_id = ? LIMIT 1', addressId)[0] : undefined;
  }

  close(): void {
    this.#sqlite.close();
  }

  /** The names of all places but addresses, read when a text is misspelt for the first time. */
  #names(): { readonly ids: readonly number[]; readonly index: NameIndex } {
    if (this.#nearNames === undefined) {
      const select = 'SELECT id, squeezed FROM place WHERE squeezed IS NOT NULL ORDER BY id';
      const rows = (this.#isCurrent ? this.#sqlite.prepare(select).raw().all() : []) as [number, string][];
      this.#nearNames = { ids: rows.map(([id]) => id), index: new NameIndex(rows.map(([, name]) => name)) };
    }
    return this.#nearNames;
  }

  #where(condition: string, ...values: readonly (string | number)[]): FoundPlace[] {
    let rows = this.#statements.get(condition);
    if (rows === undefined) {
      rows = this.#sqlite.prepare(`SELECT ${this.#columns} FROM place p WHERE ${condition}`).raw();
      this.#statements.set(condition, rows);
    }
    return (rows.all(...values) as Row[]).map(placeOf);
  }
}

function placeOf(row: Row): FoundPlace {
  const [id, name, alias, also, folded, detail, latitude, longitude, isMaori, isServed, addressId] = row;
  return {
    id,
    name,
    also,
    folded,
    detail,
    latitude,
    longitude,
    isMaori: isMaori === 1,
    isServed: isServed === 1,
    addressId: addressId ?? undefined,
    ...(alias === '' ? {} : { alias }),
  };
}

/** Whether a place has all typed words, or what they abbreviate; the last one, or those with letters, may be incomplete. */
function hasWords({ folded, also }: FoundPlace, typed: readonly string[], howMuch: 'complete' | 'begun'): boolean {
  const words = `${folded} ${foldPlaceName(also)}`.split(' ');
  return typed.every((word, at) => {
    const mayBegin = at === typed.length - 1 || (howMuch === 'begun' && !/^\d|^.$/.test(word));
    const meanings = meaningsOf(word);
    return words.some((own) => meanings.includes(own) || (mayBegin && own.startsWith(word)));
  });
}
