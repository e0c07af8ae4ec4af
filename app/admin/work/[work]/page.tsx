import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connections } from '#db/client.ts';
import { getWork } from '#db/work.ts';
import { isRoleEnough } from '#lib/access/staff/role.ts';
import { isRepeatable } from '#lib/work/kinds.ts';
import { AdminPage } from '../../../../components/admin/AdminPage.tsx';
import { Facts } from '../../../../components/admin/Facts.tsx';
import { Instant } from '../../../../components/admin/Instant.tsx';
import { LinkButton } from '../../../../components/admin/LinkButton.tsx';
import { Section } from '../../../../components/admin/Section.tsx';
import { WorkProgress } from '../../../../components/admin/work/WorkProgress.tsx';
import { WorkReport } from '../../../../components/admin/work/WorkReport.tsx';
import { requireStaff } from '../../guard.ts';
import { numberOf } from '../../page-wanted.ts';
import { TryAgainButton } from '../TryAgainButton.tsx';
import { WorkStateWord } from '../WorkStateWord.tsx';
import { getWayBack } from '../way-back.ts';
import { workView } from '../work-view.ts';

export const metadata: Metadata = { title: 'Long work' };

export default async function OneWorkPage({ params }: { params: Promise<{ work: string }> }) {
  const staff = await requireStaff();
  const work = getWork(connections().reader, numberOf((await params).work));
  if (work === undefined) notFound();
  const { id, title, state, who, createdAt, startedAt, endedAt, outcome, fault, cancelledBy } = work;
  const mayEdit = isRoleEnough(staff.role, 'editor');
  const back = getWayBack(work);
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
        <WorkProgress key={`${id} ${state}`} work={workView(work)} title={title} mayCancel={mayEdit} />
        <WorkReport outcome={outcome} fault={fault} />
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
            ['State', <WorkStateWord key="state" state={state} />],
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
