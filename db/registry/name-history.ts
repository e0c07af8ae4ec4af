import type { Connection } from '#db/client.ts';
import { and, asc, eq, gt, lte, ne } from '#db/drizzle.ts';
import { readGeneration } from '#db/generation.ts';
import { domain, registerRun, releaseRun } from '#db/registry/schema.ts';
import type { PastState } from '#lib/registry/history.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** A published state of a name, and the import or job that made it; both are null for demonstration data. */
export type HistoricState = PastState & {
  readonly revision: number;
  readonly import: { readonly id: number; readonly source: string; readonly publishedAt: EpochMs | null } | null;
  readonly job: { readonly scheduleDate: EpochMs; readonly ranAt: EpochMs } | null;
};

/** Every published state that a name (ASCII form) has had, the oldest first. */
export function nameHistory({ db }: Connection, name: string): HistoricState[] {
  const { value: published } = readGeneration(db, 'register');
  const { revision, registered, cancelled, freeAt } = domain;
  return db
    .select({
      revision,
      registered,
      cancelled,
      freeAt,
      import: { id: registerRun.id, source: registerRun.source, publishedAt: registerRun.endedAt },
      job: { scheduleDate: releaseRun.scheduleDate, ranAt: releaseRun.ranAt },
    })
    .from(domain)
    .leftJoin(
      registerRun,
      // a run that changed nothing has the revision it began with
      and(
        eq(registerRun.revision, domain.revision),
        eq(registerRun.state, 'published'),
        ne(registerRun.revision, registerRun.baseRevision),
      ),
    )
    .leftJoin(releaseRun, and(eq(releaseRun.revision, domain.revision), gt(releaseRun.released, 0)))
    .where(and(eq(domain.name, name), lte(domain.revision, published)))
    .orderBy(asc(domain.revision))
    .all();
}
