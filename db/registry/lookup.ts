import type { Connection } from '#db/client.ts';
import { and, eq, lte, sql } from '#db/drizzle.ts';
import { preparedStatement } from '#db/prepared-statement.ts';
import { type Snapshots, snapshots } from '#db/read-transaction.ts';
import { domain, listedName } from '#db/registry/schema.ts';
import { generation } from '#db/schema.ts';
import type { KnownNames } from '#lib/registry/name-status.ts';
import type { DroplistRow } from '#lib/registry/release/droplist.ts';
import type { ListedStatus } from '#lib/registry/status.ts';
import type { EpochSeconds } from '#lib/time/auckland.ts';
import { isCurrentState } from './current-state.ts';

export interface RegisterLookup {
  /**
   * Runs `work` on the register as last published; all answers come from one state of it. Nothing is kept from one state
   * to the next, so no answer is ever stale.
   */
  inSnapshot<T>(work: (known: KnownNames) => T): T;
}

type State = [revision: number, registered: number | null, cancelled: number | null, freeAt: number | null];

/** Prepares the statements once for a connection. @param inSnapshot its read transactions */
export function registerLookup(connection: Connection, inSnapshot: Snapshots = snapshots(connection)): RegisterLookup {
  const { db } = connection;
  const { registered, cancelled, freeAt } = domain;
  const published = preparedStatement<[number]>(
    connection,
    db.select({ revision: generation.value }).from(generation).where(eq(generation.subject, sql`'register'`)),
  );
  // a name has few states: reading them all is cheaper than having SQLite find the newest
  const states = preparedStatement<State>(
    connection,
    db
      .select({ revision: domain.revision, registered, cancelled, freeAt })
      .from(domain)
      .where(and(eq(domain.name, sql.placeholder('name')), lte(domain.revision, sql.placeholder('published')))),
  );
  const list = preparedStatement<[ListedStatus]>(
    connection,
    db
      .select({ status: listedName.status })
      .from(listedName)
      .where(eq(listedName.name, sql.placeholder('name'))),
  );
  let revision = 0;
  let revisionOf = 0;
  const snapshot: KnownNames = {
    find(name) {
      const known = newest(states.all(name, revision));
      if (known === undefined) return undefined;
      const [, registered, cancelled, freeAt] = known;
      return registered === null ? undefined : { registered, cancelled, freeAt };
    },
    listed: (name) => list.get(name)?.[0],
  };
  return {
    inSnapshot: (work) =>
      inSnapshot((state) => {
        if (state !== revisionOf) {
          revision = published.get()?.[0] ?? 0;
          revisionOf = state;
        }
        return work(snapshot);
      }),
  };
}

function newest(states: readonly State[]): State | undefined {
  let found = states[0];
  for (const state of states) if (found !== undefined && state[0] > found[0]) found = state;
  return found;
}

/**
 * The names that may belong on the droplist: those pending and cancelled at `latestCancelled` or before, and those that
 * the last job has marked. `makeDroplist` decides which of them do.
 */
export function pendingForDroplist({ sqlite }: Connection, latestCancelled: EpochSeconds): DroplistRow[] {
  return sqlite
    .prepare<[number], DroplistRow>(
      `WITH published(revision) AS (SELECT value FROM generation WHERE subject = 'register'),
         last_mark(free_at) AS (SELECT coalesce(max(free_at), 0) FROM release_run)
       SELECT name AS domain, registered, cancelled, free_at AS freeAt FROM (
         SELECT name, revision, registered, cancelled, free_at FROM domain INDEXED BY domain_pending
           WHERE cancelled <= ? AND free_at IS NULL AND superseded = 0
         UNION ALL
         SELECT name, revision, registered, cancelled, free_at FROM domain INDEXED BY domain_marked
           WHERE free_at >= (SELECT free_at FROM last_mark)
       ) AS state
       WHERE ${isCurrentState('(SELECT revision FROM published)')}`,
    )
    .all(latestCancelled);
}
