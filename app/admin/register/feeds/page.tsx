import type { Metadata } from 'next';
import { connections } from '#db/client.ts';
import { getLastFeed, staleness } from '#db/register-age.ts';
import { missingNames } from '#db/register-missing.ts';
import { pageOfRuns } from '#db/register-run-list.ts';
import { getUndoableRun } from '#db/register-undo.ts';
import { isRoleEnough } from '#lib/access/staff/role.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { Facts } from '../../../../components/admin/Facts.tsx';
import { FormError } from '../../../../components/admin/FormError.tsx';
import { Instant } from '../../../../components/admin/Instant.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '../../../../components/admin/list-state.ts';
import { Section } from '../../../../components/admin/Section.tsx';
import { requireStaff } from '../../guard.ts';
import { RegisterPage } from '../RegisterPage.tsx';
import { FeedForm } from './FeedForm.tsx';
import { RunTable } from './RunTable.tsx';
import { UndoButton } from './UndoButton.tsx';

export const metadata: Metadata = { title: 'Feeds of the register' };

export default async function FeedsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
  const mayEdit = isRoleEnough(staff.role, 'editor');
  const state = parseListState(await searchParams, { path: '/admin/register/feeds', sortable: ['run'] });
  const { reader } = connections();
  const { feedMaxAgeMs, registerInbox, maxMissing, maxUploadBytes } = settings();
  const { rows, total } = pageOfRuns(reader, { page: state.page, pageSize: rowsPerPage });
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
