import type { Connection, Db } from '#db/client.ts';
import { and, count, desc, eq, getTableColumns, inArray, max, ne, type SQL } from '#db/drizzle.ts';
import { anyContains, type Page, type PageRequest, pageOf } from '#db/page.ts';
import { registerRun } from './schema.ts';

type Reader = Pick<Connection, 'db'>;

const { difference, fault, processIdentity, heartbeatAt, ...columns } = getTableColumns(registerRun);

/** A run without the names it changed. */
export type ListedRun = Pick<typeof registerRun.$inferSelect, keyof typeof columns>;

export const runSorts = ['when', 'took'] as const;

export interface RunQuery extends PageRequest<(typeof runSorts)[number]> {
  /** Part of a file's name or of a person's; empty for all. */
  readonly search: string;
  readonly kind: ListedRun['kind'] | undefined;
  readonly state: ListedRun['state'] | undefined;
}

/** A page of the imports of register files and the undos. */
export function pageOfRuns({ db }: Reader, wanted: RunQuery): Page<ListedRun> {
  const { source, who, kind, state, startedAt, elapsedMs } = registerRun;
  return pageOf(db, wanted, {
    table: registerRun,
    matches: and(
      anyContains(wanted.search, source, who),
      wanted.kind === undefined ? undefined : eq(kind, wanted.kind),
      wanted.state === undefined ? undefined : eq(state, wanted.state),
    ),
    sorts: { when: startedAt, took: elapsedMs },
    select: (isOnPage) => db.select(columns).from(registerRun).where(isOnPage),
  });
}

/** A run with what it changed, or why it failed. */
export function getRun({ db }: Reader, id: number) {
  return db.select().from(registerRun).where(eq(registerRun.id, id)).get();
}

/** The last import that has not been undone: what an undo would undo. Undefined without one. */
export function getLastImport(reader: Reader): ListedRun | undefined {
  return lastRunWhere(reader, and(eq(registerRun.state, 'published'), inArray(registerRun.kind, ['merge', 'replace'])));
}

/**
 * The last published run, if it imported exactly these bytes and they listed some change. The same file sent again does
 * not confirm that a name is absent, nor make the register more recent.
 */
export function getLastImportOf(reader: Reader, sha256: string, kind: 'merge' | 'replace'): ListedRun | undefined {
  const last = lastRunWhere(reader, eq(registerRun.state, 'published'));
  if (last === undefined || last.kind !== kind || last.sha256 !== sha256) return undefined;
  const { missing = 0, removed = 0, left = 0, ...listed } = last.counts;
  return Object.values(listed).some((names) => names > 0) ? last : undefined;
}

/** The run that ended last, with why it failed if it did. */
export function getLastEndedRun({ db }: Reader) {
  return db
    .select({ ...columns, fault })
    .from(registerRun)
    .where(ne(registerRun.state, 'staging'))
    .orderBy(desc(registerRun.endedAt), desc(registerRun.id))
    .limit(1)
    .get();
}

/** Whether the last run that has ended is one that failed. */
export function hasLastRunFailed(reader: Reader): boolean {
  const last = reader.db
    .select({ state: registerRun.state })
    .from(registerRun)
    .where(ne(registerRun.state, 'staging'))
    .orderBy(desc(registerRun.id))
    .limit(1)
    .get();
  return last?.state === 'failed';
}

/** The number of the last run that changed the register, even if it has been undone; 0 before the first. */
export function lastRunId({ db }: Reader): number {
  const published = inArray(registerRun.state, ['published', 'undone']);
  return (
    db
      .select({ id: max(registerRun.id) })
      .from(registerRun)
      .where(published)
      .get()?.id ?? 0
  );
}

/** Records that an import has been undone. */
export function markUndone(db: Db, id: number): void {
  db.update(registerRun).set({ state: 'undone' }).where(eq(registerRun.id, id)).run();
}

function lastRunWhere({ db }: Reader, condition: SQL | undefined): ListedRun | undefined {
  return db.select(columns).from(registerRun).where(condition).orderBy(desc(registerRun.id)).limit(1).get();
}

export const runStates: readonly ListedRun['state'][] = registerRun.state.enumValues;

/** How many imports and undos are in each state; those without any are left out. Read from an index alone. */
export function countRuns({ db }: Reader): { state: ListedRun['state']; runs: number }[] {
  return db.select({ state: registerRun.state, runs: count() }).from(registerRun).groupBy(registerRun.state).all();
}
