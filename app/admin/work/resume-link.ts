import type { Job } from '#db/jobs/jobs.ts';
import { importRequest } from '#lib/broadband/import/mapping/requests.ts';

/** The screen on which an unsuccessful job can be changed and started again; undefined for most kinds. */
export function getResumeLink({ id, kind, parameters }: Job): { href: string; words: string } | undefined {
  if (kind === 'coverage inspection') return { href: `/admin/coverage/import/${id}`, words: 'Open the file' };
  if (kind !== 'coverage import') return undefined;
  const inspection = importRequest.safeParse(parameters).data?.inspection;
  return inspection === undefined
    ? undefined
    : { href: `/admin/coverage/import/${inspection}`, words: 'Change the import settings' };
}
