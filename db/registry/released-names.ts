import type { Connection } from '#db/client.ts';
import { eq } from '#db/drizzle.ts';
import { offsetOf, type Page, type PageRequest } from '#db/page.ts';
import type { EpochSeconds } from '#lib/time/auckland.ts';
import type { ReleaseRun } from './release-runs.ts';
import { domain } from './schema.ts';

/** A name that a job releases or has released. */
export interface ReleasedName {
  readonly name: string;
  readonly cancelled: EpochSeconds | null;
}

/** A page of the names that a job has released, by name. */
export function pageOfReleasedNames(
  { db }: Connection,
  run: ReleaseRun,
  wanted: Pick<PageRequest<string>, 'page' | 'pageSize'>,
): Page<ReleasedName> {
  // a job that released nothing has the revision of what came before it
  if (run.released === 0) return { rows: [], total: 0 };
  const { limit, offset } = offsetOf(wanted);
  const rows = db
    .select({ name: domain.name, cancelled: domain.cancelled })
    .from(domain)
    .where(eq(domain.revision, run.revision))
    .orderBy(domain.name)
    .limit(limit)
    .offset(offset)
    .all();
  return { rows, total: run.released };
}
