import type { Connection } from '#db/client.ts';
import { getJob, type Work } from '#db/jobs/jobs.ts';
import type { PreviewData } from '#server/jobs/register-file.ts';

/** A comparison of an uploaded file with the register; `found` once it has been made. */
export interface Preview {
  readonly work: Work;
  readonly found: PreviewData | undefined;
}

/** The comparison of this number; undefined when there is none. */
export function getPreview(connection: Pick<Connection, 'db'>, id: number): Preview | undefined {
  const work = getJob(connection, id);
  if (work === undefined || work.kind !== 'register preview') return undefined;
  return { work, found: work.state === 'done' ? (work.outcome?.data as PreviewData | undefined) : undefined };
}

/** How many standing names the file lacks. */
export function absentNames({ counts }: Pick<PreviewData, 'counts'>): number {
  return counts.missing + counts.removed;
}
