import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { JobProgress, TryAgainButton } from '#app/admin/jobs/JobProgress.tsx';
import { JobReport } from '#app/admin/jobs/JobReport.tsx';
import { JobStateWord, jobView } from '#app/admin/jobs/job-list.tsx';
import { outcomeWords } from '#app/admin/jobs/outcome-words.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { getPublishedId, getVersion } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { getJob, type Job } from '#db/jobs/jobs.ts';
import { importRequest } from '#lib/broadband/import/mapping/choices.ts';
import { isFaultOfFile, isRepeatable } from '#lib/jobs/kinds.ts';
import type { JobOutcome } from '#lib/jobs/outcome.ts';
import { outdatedWords } from '#lib/words/coverage/coverage.ts';

export const metadata: Metadata = { title: 'Job' };

const sectionTitles = {
  waiting: 'Progress',
  running: 'Progress',
  done: 'Result',
  failed: 'Why it failed',
  cancelled: 'It was cancelled',
} as const;

/** What a cancelled job leaves: figures and drawings are stored as each is complete. */
function keptWords(kind: string): string {
  const isKept = kind === 'coverage figures' || kind === 'area figures';
  return isKept ? 'What was measured or drawn before is kept.' : 'Nothing of it was kept.';
}

export default async function JobPage({ params }: { params: Promise<{ job: string }> }) {
  const { mayEdit } = await requireStaff();
  const job = getJob(connections().reader, numberOf((await params).job));
  if (job === undefined) notFound();
  const { id, kind, title, state, who, createdAt, startedAt, endedAt, outcome, fault, cancelledBy } = job;
  const isOfFile = fault !== null && isFaultOfFile(kind, fault);
  return (
    <AdminPage title={title} navigation={<BackLink href="/admin/jobs">All jobs</BackLink>}>
      <Section title={sectionTitles[state]}>
        {/* a new one for each state: the browser forgets what it knew of the state before */}
        <JobProgress key={`${id} ${state}`} job={jobView(job)} title={title} mayCancel={mayEdit} />
        <JobReport outcome={outcome === null ? undefined : outcomeWords(outcome, id)} fault={fault} />
        <OutdatedNote outcome={outcome} />
        {state === 'cancelled' && <p>{keptWords(kind)}</p>}
        {state === 'failed' && kind === 'register delivery' && (
          <p>
            The file is in the folder “failed”, with its full report beside it. Put it back into the watched folder once
            the cause is mended.
          </p>
        )}
        {(state === 'failed' || state === 'cancelled') && mayEdit && isRepeatable(kind) && (
          <Group>
            {waysOut(job).map(({ href, words }) => (
              <LinkButton key={href} href={href}>
                {words}
              </LinkButton>
            ))}
            {!isOfFile && <TryAgainButton id={id} title={title} />}
          </Group>
        )}
      </Section>
      <Section title="Details">
        <Facts
          facts={[
            ['State', <JobStateWord key="state" state={state} />],
            ['Added by', who],
            ['Added', <Instant key="added" at={createdAt} />],
            ['Started', <Instant key="started" at={startedAt} />],
            ['Ended', <Instant key="ended" at={endedAt} />],
            ...(cancelledBy === null ? [] : [['Cancelled by', cancelledBy] as const]),
          ]}
        />
      </Section>
    </AdminPage>
  );
}

interface WayOut {
  readonly href: string;
  readonly words: string;
}

/** Where an unsuccessful job can be changed and started again, or another file chosen. */
function waysOut({ id, kind, state, parameters }: Job): readonly WayOut[] {
  const inspection =
    kind === 'coverage inspection'
      ? id
      : kind === 'coverage import'
        ? importRequest.safeParse(parameters).data?.inspection
        : undefined;
  const words = kind === 'coverage inspection' ? 'Open the file' : 'Change the import settings';
  const change = inspection === undefined ? [] : [{ href: `/admin/coverage/import/${inspection}`, words }];
  const href = state === 'failed' ? uploadScreens[kind] : undefined;
  return href === undefined ? change : [...change, { href, words: 'Choose another file' }];
}

/** Where files are chosen for the kinds of job that read one. */
const uploadScreens: Readonly<Record<string, string>> = {
  'coverage inspection': '/admin/coverage/import',
  'coverage import': '/admin/coverage/import',
  'areas import': '/admin/statistics',
  'register preview': '/admin/register/feeds',
  'register import': '/admin/register/feeds',
  'map import': '/admin/base-map',
};

const madeVersions: readonly JobOutcome['code'][] = [
  'coverage-imported',
  'coverage-rebuilt',
  'layer-retired',
  'provider-applied',
];

/** Why the version that a job made must be rebuilt before it can be published, if another has been published since. */
function OutdatedNote({ outcome }: { readonly outcome: JobOutcome | null }) {
  if (outcome === null || !madeVersions.includes(outcome.code) || !('id' in outcome)) return null;
  const { db } = connections().reader;
  const version = getVersion(db, outcome.id);
  const publishedId = getPublishedId(db);
  if (version === undefined || version.publishedAt !== null || (version.baseId ?? undefined) === publishedId)
    return null;
  const { id: versionId, baseId } = version;
  return <p>{outdatedWords({ versionId, baseId, publishedId })} Open it to rebuild and publish it.</p>;
}
