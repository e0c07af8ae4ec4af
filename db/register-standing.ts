import type { NameState } from '#lib/registry/import/comparison.ts';
import type { Connection } from './client.ts';

/** Questions about the register as of one revision, for a comparison with every name of it. */
export interface Standing {
  /** The state of a name as of `revision`. */
  find(name: string, revision: number): NameState | undefined;
  /** The state of every name as of `revision`, by name. Nothing else may be asked until the end. */
  all(revision: number): IterableIterator<NameState & { readonly name: string }>;
  /** The names that changed after one revision and until another. */
  changedBetween(after: number, until: number): string[];
}

export function standingRegister({ sqlite }: Connection): Standing {
  const find = sqlite.prepare<[string, number], NameState>(
    `SELECT registered, cancelled, free_at AS freeAt FROM domain
     WHERE name = ? AND revision <= ? ORDER BY revision DESC LIMIT 1`,
  );
  // SQLite takes the other columns from the row that holds the max().
  const all = sqlite.prepare<[number], NameState & { name: string }>(
    `SELECT name, registered, cancelled, free_at AS freeAt, max(revision) FROM domain
     WHERE revision <= ? GROUP BY name ORDER BY name`,
  );
  const changed = sqlite
    .prepare<[number, number], string>('SELECT DISTINCT name FROM domain WHERE revision > ? AND revision <= ?')
    .pluck();
  return {
    find: (name, revision) => find.get(name, revision),
    all: (revision) => all.iterate(revision),
    changedBetween: (after, until) => changed.all(after, until),
  };
}
