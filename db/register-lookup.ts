import { and, eq, lte, sql } from 'drizzle-orm';
import type { DroplistRow } from '#lib/registry/droplist.ts';
import type { ListedStatus, RegisterRow } from '#lib/registry/status.ts';
import type { EpochSeconds } from '#lib/time/auckland.ts';
import type { Connection } from './client.ts';
import { readGeneration } from './generation.ts';
import { hotStatement } from './hot.ts';
import { domain, generation, listedName } from './schema.ts';

/** What the API asks of the register about one name, in ASCII form, as last published. */
export interface RegisterLookup {
  /** What the register knows of a name; undefined when it is not in it. */
  find(name: string): RegisterRow | undefined;
  /** What the list of names that cannot be registered says of a name. */
  listed(name: string): ListedStatus | undefined;
  /** Does `work`, which may only read, so that all of its answers come from one state of the register. */
  inSnapshot<T>(work: () => T): T;
}

/** Prepares the questions once for a connection. Nothing is kept between two of them, so no answer is ever stale. */
export function registerLookup(connection: Connection): RegisterLookup {
  const { db, sqlite } = connection;
  const published = sql`(select ${generation.value} from ${generation} where ${generation.subject} = 'register')`;
  const state = hotStatement<[number | null, number | null, number | null, number | null]>(
    connection,
    db
      .select({
        registered: domain.registered,
        cancelled: domain.cancelled,
        freeAt: domain.freeAt,
        // SQLite takes the other columns from the row that holds the max().
        revision: sql`max(${domain.revision})`,
      })
      .from(domain)
      .where(and(eq(domain.name, sql.placeholder('name')), lte(domain.revision, published))),
  );
  const list = hotStatement<[ListedStatus]>(
    connection,
    db
      .select({ status: listedName.status })
      .from(listedName)
      .where(eq(listedName.name, sql.placeholder('name'))),
  );
  const begin = sqlite.prepare('BEGIN');
  const commit = sqlite.prepare('COMMIT');
  return {
    find(name) {
      const row = state.get(name);
      if (row === undefined || row[0] === null) return undefined;
      return { registered: row[0], cancelled: row[1], freeAt: row[2] };
    },
    listed: (name) => list.get(name)?.[0],
    inSnapshot(work) {
      if (sqlite.inTransaction) return work();
      begin.run();
      try {
        return work();
      } finally {
        commit.run();
      }
    },
  };
}

/**
 * The names that may belong on the droplist: pending and cancelled at `latestCancelled` or before, and those that the
 * last job has marked. Which of them do belong is for the rules to say.
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
       WHERE registered IS NOT NULL AND revision <= (SELECT revision FROM published)
         AND NOT EXISTS (
           SELECT 1 FROM domain AS newer
           WHERE newer.name = state.name AND newer.revision > state.revision
             AND newer.revision <= (SELECT revision FROM published))`,
    )
    .all(latestCancelled);
}

/** When the register last changed for its readers. */
export function registerChangedAt({ db }: Connection): number {
  return readGeneration(db, 'register').changedAt;
}
