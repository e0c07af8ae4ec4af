import type Database from 'better-sqlite3';
import { ownWordsOf } from '#lib/places/address-text.ts';
import type { SearchWords } from '#lib/places/search-words.ts';
import type { FoundPlace } from './place-file.ts';

/** A street of the list of addresses; its position is that of the address in the middle of its numbers. */
export interface FoundStreet extends FoundPlace {
  /** The folded words of its own name, without those of where it is. */
  readonly ownWords: readonly string[];
}

/** Enough for two numbers, of which one may have many units. */
const mostAround = 40;

type Row = [number, string, string, number, number, number, number, number];

const columns = 's.id, s.name, s.folded, s.first_number, s.last_number, s.latitude, s.longitude, s.is_served';

/** The streets in the file of a list of addresses. Street names are found as those of places are. */
export class Streets {
  readonly #matching: Database.Statement;
  readonly #below: Database.Statement;
  readonly #from: Database.Statement;
  readonly #positions: Database.Statement;

  /** @param sqlite a file that has streets */
  constructor(sqlite: Database.Database) {
    const prepare = (sql: string) => sqlite.prepare(sql).raw();
    this.#matching = prepare(
      `SELECT ${columns} FROM street_words w JOIN street s ON s.id = w.rowid WHERE street_words MATCH ? LIMIT ?`,
    );
    // houses have lower ids than their units
    this.#below = sqlite
      .prepare('SELECT id FROM place WHERE street = ? AND number < ? ORDER BY number DESC, id LIMIT ?')
      .pluck();
    this.#from = sqlite
      .prepare('SELECT id FROM place WHERE street = ? AND last_number >= ? ORDER BY number, id LIMIT ?')
      .pluck();
    this.#positions = prepare('SELECT latitude, longitude FROM place WHERE street = ? ORDER BY number LIMIT ?');
  }

  /** At most `most` streets with the typed words: those that begin with them first. */
  find(words: SearchWords, most: number): { readonly atStart: FoundStreet[]; readonly within: FoundStreet[] } {
    const atStart = this.matching(words.atStart, most);
    const begun = new Set(atStart.map(({ id }) => id));
    const others = atStart.length < most ? this.matching(words.anywhere, most) : [];
    const within = others.filter(({ id }) => !begun.has(id));
    return atStart.length + within.length > 0
      ? { atStart, within }
      : { atStart, within: this.matching(words.loosely, most) };
  }

  /** The first `most` streets that a query of the full-text index finds. */
  matching(match: string, most: number): FoundStreet[] {
    return (this.#matching.all(match, most) as Row[]).map(streetOf);
  }

  /** The ids of the addresses with the next lower numbers, and of those with this number or the next higher ones. */
  around(streetId: number, number: number): { readonly below: number[]; readonly from: number[] } {
    const ids = (rows: Database.Statement) => rows.all(streetId, number, mostAround) as number[];
    return { below: ids(this.#below), from: ids(this.#from) };
  }

  /** Where the addresses of a street are, `most` of them, in the order of their numbers. */
  positions(streetId: number, most: number): { readonly latitude: number; readonly longitude: number }[] {
    const rows = this.#positions.all(streetId, most) as [number, number][];
    return rows.map(([latitude, longitude]) => ({ latitude, longitude }));
  }
}

function streetOf([id, name, folded, first, last, latitude, longitude, isServed]: Row): FoundStreet {
  const detail = first === last ? `Street, number ${first}` : `Street, numbers ${first} to ${last}`;
  const place = { id, name, folded, detail, latitude, longitude, also: '', addressId: undefined, isMaori: false };
  return { ...place, isServed: isServed === 1, ownWords: ownWordsOf(name) };
}
