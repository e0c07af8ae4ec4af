import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getLastFeed, staleness } from '#db/registry/feed-age.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { pageOfRuns } from '#db/registry/run-list.ts';
import { getUndoableRun } from '#flows/registry/undo-import.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { FeedForm } from './FeedForm.tsx';
import { RunTable } from './RunTable.tsx';
import { UndoButton } from './UndoButton.tsx';

export const metadata: Metadata = { title: 'Feeds of the register' };

export default async function FeedsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
  const mayEdit = isRoleEnough(staff.role, 'editor');
  const { state, query } = readList(await searchParams, { path: '/admin/register/feeds', what: 'runs' });
  const { reader } = connections();
  const { feedMaxAgeMs, registerInbox, maxMissing, maxUploadBytes } = settings();
  const { rows, total } = pageOfRuns(reader, query);
  const fed = getLastFeed(reader);
  const undoable = getUndoableRun(reader);
  return (
    <RegisterPage
      title="Feeds"
      intro="Files that tell the register what stands. What a file would change is shown first; then all of it becomes visible at one instant."
    >
      <FormError sentence={staleness(reader, now(), feedMaxAgeMs)} />
      <Section title="How the register stands">
        <Facts
          facts={[
            ['Last fed', <Instant key="fed" at={fed?.startedAt ?? null} never="Never" />],
            ['By', fed?.source ?? '–'],
            ['Names missing from the last full file', missingNames(reader).size.toLocaleString('en-NZ')],
            ['A full file may lack (MAX_MISSING)', maxMissing.toLocaleString('en-NZ')],
            [
              'Release jobs need a file not older than (FEED_MAX_AGE)',
              feedMaxAgeMs === undefined ? 'Any age will do' : `${feedMaxAgeMs / 3_600_000} hours`,
            ],
            ['Watched folder (REGISTER_INBOX)', registerInbox ?? 'None'],
          ]}
        />
        {mayEdit && undoable !== undefined && <UndoButton run={undoable.id} source={undoable.source} />}
      </Section>
      {mayEdit && (
        <Section title="Feed it with a file">
          <FeedForm mostBytes={maxUploadBytes} />
        </Section>
      )}
      <RunTable rows={rows} total={total} state={state} />
    </RegisterPage>
  );
}
