import type { Connection } from '#db/client.ts';
import { alias, and, desc, eq, lte, sql } from '#db/drizzle.ts';
import { preparedStatement } from '#db/prepared-statement.ts';
import { domain, listedName, releaseRun } from '#db/registry/schema.ts';
import { generation } from '#db/schema.ts';
import { type Snapshots, snapshots } from '#db/transaction.ts';
import type { KnownReleases } from '#lib/registry/explained-entry.ts';
import type { ListedStatus, RegisterRow } from '#lib/registry/status.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { registerWitness } from './register-witness.ts';
import { requireReleases } from './release-witness.ts';

export interface RegisterLookup {
  /**
   * Runs `work` on the register as last published; all answers come from one state of it. Nothing is kept from one state
   * to the next, so no answer is ever stale.
   */
  inSnapshot<T>(work: (known: KnownReleases) => T): T;
}

type State = [revision: number, registered: number | null, cancelled: number | null, freeAt: number | null];

/**
 * Prepares the statements once for a connection. Everything that is found is compared with the second witness.
 *
 * @param inSnapshot the read transactions of the connection
 * @throws DamageFound from what it returns, when the register and its witness disagree or the witness is unusable
 */
export function registerLookup(connection: Connection, inSnapshot: Snapshots = snapshots(connection)): RegisterLookup {
  const { db } = connection;
  const { registered, cancelled, freeAt } = domain;
  const witness = registerWitness(connection);
  const list = alias(generation, 'list');
  const published = preparedStatement<[register: number, list: number]>(
    connection,
    db
      .select({ register: generation.value, list: list.value })
      .from(generation)
      .innerJoin(list, eq(list.subject, sql`'listed names'`))
      .where(eq(generation.subject, sql`'register'`)),
  );
  // a name has few states: reading them all is cheaper than having SQLite find the newest
  const states = preparedStatement<State>(
    connection,
    db
      .select({ revision: domain.revision, registered, cancelled, freeAt })
      .from(domain)
      .where(and(eq(domain.name, sql.placeholder('name')), lte(domain.revision, sql.placeholder('published')))),
  );
  const listed = preparedStatement<[ListedStatus]>(
    connection,
    db
      .select({ status: listedName.status })
      .from(listedName)
      .where(eq(listedName.name, sql.placeholder('name'))),
  );
  const lastJob = preparedStatement<[EpochMs]>(
    connection,
    db
      .select({ scheduleDate: releaseRun.scheduleDate })
      .from(releaseRun)
      .orderBy(desc(releaseRun.scheduleDate))
      .limit(1),
  );
  /** The last job that was compared with its second witness; each is, when it is first read. */
  let comparedJob: EpochMs | undefined;
  let revision = 0;
  let revisionOf = 0;
  const snapshot: KnownReleases = {
    find(name) {
      const known = newest(states.all(name, revision));
      const row = known === undefined ? undefined : rowOf(known);
      witness.requireState(name, row);
      return row;
    },
    listed(name) {
      const status = listed.get(name)?.[0];
      witness.requireListed(name, status);
      return status;
    },
    lastJob() {
      const last = lastJob.get()?.[0];
      if (last !== comparedJob) requireReleases(connection, last);
      comparedJob = last;
      return last;
    },
  };
  const inPublished = <T>(work: () => T): T =>
    inSnapshot((state) => {
      if (state !== revisionOf) {
        const [register = 0, listRevision = 0] = published.get() ?? [];
        witness.follow(register, listRevision);
        revision = register;
        revisionOf = state;
      }
      return work();
    });
  return {
    inSnapshot: (work) => inPublished(() => work(snapshot)),
  };
}

function rowOf([, registered, cancelled, freeAt]: State): RegisterRow | undefined {
  return registered === null ? undefined : { registered, cancelled, freeAt };
}

function newest(states: readonly State[]): State | undefined {
  let found = states[0];
  for (const state of states) if (found !== undefined && state[0] > found[0]) found = state;
  return found;
}
