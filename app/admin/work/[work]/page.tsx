import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/page-wanted.ts';
import { JobProgress } from '#app/admin/work/JobProgress.tsx';
import { JobReport } from '#app/admin/work/JobReport.tsx';
import { JobStateWord } from '#app/admin/work/JobStateWord.tsx';
import { jobView } from '#app/admin/work/job-view.ts';
import { outcomeWords } from '#app/admin/work/outcome-words.ts';
import { getResumeLink } from '#app/admin/work/resume-link.ts';
import { TryAgainButton } from '#app/admin/work/TryAgainButton.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getJob } from '#db/jobs/jobs.ts';
import { isRepeatable } from '#lib/jobs/kinds.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Long work' };

export default async function OneWorkPage({ params }: { params: Promise<{ work: string }> }) {
  const staff = await requireStaff();
  const work = getJob(connections().reader, numberOf((await params).work));
  if (work === undefined) notFound();
  const { id, title, state, who, createdAt, startedAt, endedAt, outcome, fault, cancelledBy } = work;
  const mayEdit = isRoleEnough(staff.role, 'editor');
  const back = getResumeLink(work);
  return (
    <AdminPage
      title={title}
      actions={
        <LinkButton variant="default" href="/admin/work">
          All work
        </LinkButton>
      }
    >
      <Section title={endTitles[state]}>
        {/* a new one for each state: what the browser held of the one before is over */}
        <JobProgress key={`${id} ${state}`} job={jobView(work)} title={title} mayCancel={mayEdit} />
        <JobReport outcome={outcome === null ? undefined : outcomeWords(outcome, id)} fault={fault} />
        {state === 'cancelled' && <p>Nothing of it was kept.</p>}
        {(state === 'failed' || state === 'cancelled') && mayEdit && (
          <Group>
            {back !== undefined && <LinkButton href={back.href}>{back.words}</LinkButton>}
            {isRepeatable(work.kind) && <TryAgainButton id={id} title={title} />}
          </Group>
        )}
      </Section>
      <Section title="About this work">
        <Facts
          facts={[
            ['State', <JobStateWord key="state" state={state} />],
            ['Asked for by', who],
            ['Asked for', <Instant key="asked" at={createdAt} />],
            ['Begun', <Instant key="begun" at={startedAt} />],
            ['Ended', <Instant key="ended" at={endedAt} />],
            ...(cancelledBy === null ? [] : [['Cancelled by', cancelledBy] as const]),
          ]}
        />
      </Section>
    </AdminPage>
  );
}

const endTitles = {
  waiting: 'How far it is',
  running: 'How far it is',
  done: 'What came of it',
  failed: 'Why it failed',
  cancelled: 'It was cancelled',
} as const;
