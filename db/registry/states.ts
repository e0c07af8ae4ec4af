import type { Connection } from '#db/client.ts';
import { writePaced } from '#db/paced-write.ts';
import type { NameState } from '#lib/registry/import/comparison.ts';
import { pagesByName } from './pages-by-name.ts';

export type CurrentName = NameState & { readonly name: string };

/** Questions about the register as of one revision. Iterators give some names at a time. */
export interface RegisterStates {
  /** The state of a name as of `revision`. */
  find(name: string, revision: number): NameState | undefined;
  /** The state of every name as of `revision`, by name. */
  pages(revision: number): Generator<CurrentName[]>;
  /** The states of the first names after a text, at most `limit`. */
  someAfter(text: string, revision: number, limit: number): CurrentName[];
  /** The names that changed after one revision, up to and including another. */
  changedBetween(after: number, until: number): string[];
  /** Whether a name has a state of exactly `revision`. */
  hasStateAt(name: string, revision: number): boolean;
  /** The names that have a state of exactly `revision`, by name. */
  namesAt(revision: number): Generator<{ readonly name: string }[]>;
}

const pageNames = 2000;

const prepared = new WeakMap<Connection['sqlite'], RegisterStates>();

/** The questions of a connection, prepared once. */
export function registerStates({ sqlite }: Connection): RegisterStates {
  const states = prepared.get(sqlite) ?? prepareStates(sqlite);
  prepared.set(sqlite, states);
  return states;
}

function prepareStates(sqlite: Connection['sqlite']): RegisterStates {
  // SQLite takes the other columns from the row that has the max(). With a bare ? in a query with an ORDER BY or a max() it would
  // plan the statement again at every call, which costs more than the look-up: hence the +.
  const find = sqlite.prepare<[string, number], NameState & { revision: number | null }>(
    `SELECT registered, cancelled, free_at AS freeAt, max(revision) AS revision FROM domain
     WHERE name = +? AND revision <= +?`,
  );
  const page = sqlite.prepare<[string, number, number], CurrentName>(
    `SELECT name, registered, cancelled, free_at AS freeAt, max(revision) FROM domain
     WHERE name > +? AND revision <= +? GROUP BY name ORDER BY name LIMIT +?`,
  );
  const changed = sqlite
    .prepare<[number, number], string>('SELECT DISTINCT name FROM domain WHERE revision > ? AND revision <= ?')
    .pluck();
  const stateAt = sqlite.prepare<[string, number], 1>('SELECT 1 FROM domain WHERE name = ? AND revision = ?').pluck();
  const namesAt = sqlite.prepare<[number, string, number], { readonly name: string }>(
    'SELECT name FROM domain WHERE revision = +? AND name > +? ORDER BY name LIMIT +?',
  );
  return {
    find(name, revision) {
      const state = find.get(name, revision);
      return state === undefined || state.revision === null ? undefined : state;
    },
    pages: (revision) => pagesByName((after) => page.all(after, revision, pageNames)),
    someAfter: (text, revision, limit) => page.all(text, revision, limit),
    changedBetween: (after, until) => changed.all(after, until),
    hasStateAt: (name, revision) => stateAt.get(name, revision) !== undefined,
    namesAt: (revision) => pagesByName((after) => namesAt.all(revision, after, pageNames)),
  };
}

/**
 * Takes states that a newer published one has replaced out of the index of pending names, so that the droplist and the
 * release job do not read every name that was ever pending. No answer changes. What a crash leaves undone is done the
 * next time.
 */
export async function supersedeStates(
  connection: Connection,
  { exclusive = false }: { readonly exclusive?: boolean },
): Promise<void> {
  const rows = connection.sqlite
    .prepare<[], { name: string; revision: number }>(
      `SELECT name, revision FROM domain AS former INDEXED BY domain_pending
       WHERE cancelled IS NOT NULL AND free_at IS NULL AND superseded = 0 AND EXISTS (
         SELECT 1 FROM domain AS newer WHERE newer.name = former.name AND newer.revision > former.revision
           AND newer.revision <= (SELECT value FROM generation WHERE subject = 'register'))`,
    )
    .all();
  const mark = connection.sqlite.prepare<[string, number]>(
    'UPDATE domain SET superseded = 1 WHERE name = ? AND revision = ?',
  );
  await writePaced(connection, rows, ({ name, revision }) => void mark.run(name, revision), { exclusive });
}

/**
 * SQL condition on a row of `domain` that the query calls `state`: it is the state that its name has as of a revision,
 * and the name is in the register.
 *
 * @param revision SQL for the revision, such as `@published`
 */
export function isCurrentState(revision: string): string {
  return `registered IS NOT NULL AND revision <= ${revision} AND NOT EXISTS (
    SELECT 1 FROM domain AS newer
    WHERE newer.name = state.name AND newer.revision > state.revision AND newer.revision <= ${revision})`;
}
