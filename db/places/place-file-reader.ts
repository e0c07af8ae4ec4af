import Database from 'better-sqlite3';
import type { Place } from '#lib/places/place.ts';
import type { SearchWords } from '#lib/places/search-words.ts';
import { placeFileFormat } from './place-file-writer.ts';

/** A place that was found; the lower its `id`, the earlier it is offered. */
export interface FoundPlace extends Place {
  readonly id: number;
  /** The searched name, folded: that of the alias, if it has one. */
  readonly folded: string;
  /** LINZ's `address_id`, which stays the same from one list to the next; undefined for other places and other files. */
  readonly addressId: number | undefined;
}

type Row = [number, string, string, string, string, number, number, number, number, number | null];

const columns =
  'p.id, p.name, p.alias, p.folded, p.detail, p.latitude, p.longitude, p.is_maori, p.is_served, p.address_id';
/** A file of the format before is searched by its words alone. */
const columnsBefore = columns.replace('p.alias', "''").replace('p.address_id', 'NULL');

/** Searches the file of a list. */
export class PlaceFileReader {
  readonly #sqlite: Database.Database;
  readonly #columns: string;
  readonly #isCurrent: boolean;
  readonly #matching: Database.Statement;

  /** @throws Database.SqliteError when the file does not exist */
  constructor(file: string) {
    this.#sqlite = new Database(file, { readonly: true, fileMustExist: true });
    this.#sqlite.pragma('mmap_size = 1073741824');
    this.#isCurrent = Number(this.#sqlite.pragma('user_version', { simple: true })) >= placeFileFormat;
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
  find(words: SearchWords, most: number): { readonly atStart: FoundPlace[]; readonly within: FoundPlace[] } {
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

  /** The address with this `address_id`. */
  getAddress(addressId: number): FoundPlace | undefined {
    return this.#isCurrent ? this.#where('p.address_id = ? LIMIT 1', addressId)[0] : undefined;
  }

  close(): void {
    this.#sqlite.close();
  }

  #where(condition: string, ...values: readonly (string | number)[]): FoundPlace[] {
    const rows = this.#sqlite.prepare(`SELECT ${this.#columns} FROM place p WHERE ${condition}`).raw();
    return (rows.all(...values) as Row[]).map(placeOf);
  }
}

function placeOf(row: Row): FoundPlace {
  const [id, name, alias, folded, detail, latitude, longitude, isMaori, isServed, addressId] = row;
  return {
    ...{ id, name, folded, detail, latitude, longitude, isMaori: isMaori === 1, isServed: isServed === 1 },
    addressId: addressId ?? undefined,
    ...(alias === '' ? {} : { alias }),
  };
}
