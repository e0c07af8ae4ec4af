import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { screens } from '#app/admin/words.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { getLastImport, pageOfRuns } from '#db/registry/runs.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { stalenessOf } from '#lib/registry/release/staleness.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { FeedForm } from './FeedForm.tsx';
import { RunTable } from './RunTable.tsx';
import { runList } from './run-list.ts';
import { UndoButton } from './UndoButton.tsx';

export const metadata: Metadata = { title: 'Register imports' };

export default async function FeedsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
  const mayEdit = isRoleEnough(staff.role, 'editor');
  const list = readList(await searchParams, runList);
  const { reader } = connections();
  const { feedMaxAgeMs, registerInbox, maxMissing, maxUploadBytes } = settings();
  const last = getLastImport(reader);
  const stale = stalenessOf(last?.startedAt, now(), feedMaxAgeMs);
  return (
    <RegisterPage
      title="Imports"
      intro="Register files. Before you import a file, you see what it would change; all its changes take effect at the same instant."
    >
      <FormError sentence={stale && reasonWords(stale, screens)} />
      <Section title="The register">
        <Facts
          facts={[
            ['Last import', <Instant key="last" at={last?.startedAt ?? null} never="Never" />],
            ['File', last?.source ?? '–'],
            ['Names missing from the last full file', missingNames(reader).size.toLocaleString('en-NZ')],
            ['Names a full file may lack (MAX_MISSING)', maxMissing.toLocaleString('en-NZ')],
            [
              'Release jobs run if the last import is at most this old (FEED_MAX_AGE)',
              feedMaxAgeMs === undefined ? 'Any age' : counted(feedMaxAgeMs / 3_600_000, 'hour'),
            ],
            ['Watched folder (REGISTER_INBOX)', registerInbox ?? 'None'],
          ]}
        />
        {mayEdit && last !== undefined && <UndoButton run={last.id} source={last.source} />}
      </Section>
      {mayEdit && (
        <Section title="Import a file">
          <FeedForm
            mostBytes={maxUploadBytes}
            usualKind={last === undefined || last.kind === 'undo' ? '' : last.kind}
          />
        </Section>
      )}
      <RunTable list={list} page={pageOfRuns(reader, list.query)} />
    </RegisterPage>
  );
}
