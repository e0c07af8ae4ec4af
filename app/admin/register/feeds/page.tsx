import type { Metadata } from 'next';
import Link from 'next/link';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { screens } from '#app/admin/words.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListView, readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import type { Page } from '#db/page.ts';
import { missingNames } from '#db/registry/missing-names.ts';
import { getLastImport, type ListedRun, pageOfRuns } from '#db/registry/runs.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { stalenessOf } from '#lib/registry/release/release.ts';
import { durationWords } from '#lib/usage/words.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { FeedForm } from './FeedForm.tsx';
import { changesWords, kindWords, RunState, runList } from './run-list.tsx';
import { UndoButton } from './UndoButton.tsx';

export const metadata: Metadata = { title: 'Register imports' };

export default async function FeedsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { mayEdit } = await requireStaff();
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

const columns: readonly Column<ListedRun>[] = [
  {
    key: 'run',
    title: 'Import',
    render: ({ id, source }) => (
      <Link prefetch={false} href={`/admin/register/feeds/${id}`}>
        {id}: {fileOf(source)}
      </Link>
    ),
  },
  { key: 'kind', title: 'Kind', render: ({ kind }) => kindWords[kind] },
  { key: 'state', title: 'State', render: ({ state }) => <RunState state={state} /> },
  { key: 'changes', title: 'Changes', render: ({ counts }) => changesWords(counts) },
  { key: 'when', title: 'Started', render: ({ startedAt }) => <Instant at={startedAt} /> },
  {
    key: 'took',
    title: 'Duration',
    isNumber: true,
    render: ({ elapsedMs }) => (elapsedMs === null ? '–' : durationWords(elapsedMs)),
  },
  { key: 'who', title: 'By', render: ({ who }) => who || '–' },
];

/** A file's name without its folder. */
const fileOf = (source: string) => (source.startsWith('undo of') ? source : (source.split('/').at(-1) ?? source));

interface RunTableProps {
  readonly list: ListView;
  readonly page: Page<ListedRun>;
}

/** The history of imports and undos. */
function RunTable({ list, page }: RunTableProps) {
  return (
    <StaffList
      list={list}
      columns={columns}
      page={page}
      exportPath="/admin/export/runs"
      empty="No register file has been imported yet."
    />
  );
}
