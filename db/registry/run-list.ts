import type { Connection } from '#db/client.ts';
import { count, desc, eq } from '#db/drizzle.ts';
import { offsetOf, type Page, type PageRequest } from '#db/page.ts';
import { registerRun } from '#db/registry/schema.ts';

/** A run without the names it changed. */
export type ListedRun = Omit<typeof registerRun.$inferSelect, 'difference' | 'fault' | 'holder' | 'heartbeatAt'>;

const columns = {
  id: registerRun.id,
  kind: registerRun.kind,
  state: registerRun.state,
  revision: registerRun.revision,
  baseRevision: registerRun.baseRevision,
  source: registerRun.source,
  sha256: registerRun.sha256,
  who: registerRun.who,
  undoes: registerRun.undoes,
  startedAt: registerRun.startedAt,
  endedAt: registerRun.endedAt,
  elapsedMs: registerRun.elapsedMs,
  counts: registerRun.counts,
};

/** Every change of the register by a file, or by taking one back; the last first. */
export function pageOfRuns(
  { db }: Connection,
  wanted: Pick<PageRequest<string>, 'page' | 'pageSize'>,
): Page<ListedRun> {
  const { limit, offset } = offsetOf(wanted);
  const rows = db.select(columns).from(registerRun).orderBy(desc(registerRun.id)).limit(limit).offset(offset).all();
  return { rows, total: db.select({ total: count() }).from(registerRun).get()?.total ?? 0 };
}

/** A run with what it changed, or why it failed. */
export function getRun({ db }: Connection, id: number) {
  return db.select().from(registerRun).where(eq(registerRun.id, id)).get();
}
