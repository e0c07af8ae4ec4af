import type { Connection } from '#db/client.ts';
import { getJob, type Job } from '#db/jobs/jobs.ts';
import type { ImportPreview } from '#lib/registry/import/summary.ts';

/** A comparison of an uploaded file with the register; `found` once it has been made. */
export interface Preview {
  readonly work: Job;
  readonly found: ImportPreview | undefined;
}

/** The comparison of this number; undefined when there is none. */
export function getPreview(connection: Pick<Connection, 'db'>, id: number): Preview | undefined {
  const work = getJob(connection, id);
  if (work === undefined || work.kind !== 'register preview') return undefined;
  return { work, found: work.outcome?.code === 'register-compared' ? work.outcome.preview : undefined };
}

/** How many names of the register the file lacks. */
export function absentNames({ counts }: Pick<ImportPreview, 'counts'>): number {
  return counts.missing + counts.removed;
}
