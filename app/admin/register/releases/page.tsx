import { Group } from '@mantine/core';
import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { screens } from '#app/admin/words.ts';
import { StartJobButton } from '#components/admin/forms/ConfirmButton.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { type ListState, readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { type Connection, connections } from '#db/client.ts';
import { getAlarm } from '#db/jobs/alarms.ts';
import { countDueNames } from '#db/registry/due-names.ts';
import { pageOfReleases, type ReleaseRun } from '#db/registry/release-runs.ts';
import { getLastImport } from '#db/registry/runs.ts';
import { dueRelease } from '#flows/registry/release-job.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { settings } from '#lib/env.ts';
import { stalenessOf, windowEnd, windowSeconds } from '#lib/registry/release/release.ts';
import { aucklandMidnight, dayOf, type EpochMs } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { durationWords } from '#lib/usage/words.ts';
import { alarmWords } from '#lib/words/alerts/alarms.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { runMissedRelease } from './actions.ts';
import { jobColumns, releaseKindWords } from './columns.tsx';

export const metadata: Metadata = { title: 'Release jobs' };

export default async function ReleasesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const { mayEdit } = await requireStaff();
  const { state, query } = readList(await searchParams, { path: '/admin/register/releases', what: 'past jobs' });
  const { reader } = connections();
  const nowMs = now();
  const { rows, total } = pageOfReleases(reader, query);
  return (
    <RegisterPage
      title="Release jobs"
      intro={`At each midnight the job releases the names whose release date is earlier; they become available ${windowSeconds} seconds later. A missed job runs as soon as it can.`}
    >
      <MissedRelease connection={reader} nowMs={nowMs} mayRun={mayEdit} />
      {state.page === 1 && <ComingReleases connection={reader} nowMs={nowMs} />}
      <PastReleases rows={rows} total={total} state={state} />
    </RegisterPage>
  );
}

const days = 7;

/** The next jobs, and how many names of the present register each will release. */
function ComingReleases({ connection, nowMs }: { readonly connection: Connection; readonly nowMs: EpochMs }) {
  let before = 0;
  const jobs = Array.from({ length: days }, (_, day) => {
    const scheduleDate = aucklandMidnight(nowMs, day + 1);
    // a job takes the names of earlier jobs too, if they have not run
    const upTo = countDueNames(connection, scheduleDate);
    const released = upTo - before;
    before = upTo;
    return { scheduleDate, released, freeAt: windowEnd(scheduleDate) };
  });
  return (
    <Section title="Coming">
      <DataTable
        label="coming jobs"
        columns={jobColumns}
        rows={jobs}
        rowKey={({ scheduleDate }) => scheduleDate}
        empty=""
      />
    </Section>
  );
}

const columns: readonly Column<ReleaseRun>[] = [
  ...jobColumns,
  { key: 'ran', title: 'Ran', render: ({ ranAt }) => <Instant at={ranAt} withSeconds /> },
  {
    key: 'why',
    title: 'Reason',
    render: ({ kind, who }) => `${releaseKindWords[kind]}${who === '' ? '' : `, ${who}`}`,
  },
  {
    key: 'took',
    title: 'Duration',
    isNumber: true,
    render: ({ elapsedMs }) => (elapsedMs === null ? '–' : durationWords(elapsedMs)),
  },
];

interface PastReleasesProps {
  readonly rows: readonly ReleaseRun[];
  readonly total: number;
  readonly state: ListState;
}

/** The jobs that have run. */
function PastReleases({ rows, total, state }: PastReleasesProps) {
  return (
    <Section title="Past">
      <DataTable
        label="past jobs"
        columns={columns}
        rows={rows}
        total={total}
        state={state}
        rowKey={({ scheduleDate }) => scheduleDate}
        empty={<p>No release job has run yet.</p>}
      />
    </Section>
  );
}

interface MissedReleaseProps {
  readonly connection: Connection;
  readonly nowMs: EpochMs;
  readonly mayRun: boolean;
}

/** A job that should have run and has not: why, and what can be done about it. */
function MissedRelease({ connection, nowMs, mayRun }: MissedReleaseProps) {
  const due = dueRelease(connection, nowMs);
  if (due === undefined) return null;
  const { scheduleDate } = due;
  const alarm = getAlarm(connection, 'release job');
  const stale = stalenessOf(getLastImport(connection)?.startedAt, nowMs, settings().feedMaxAgeMs);
  const sentence = alarm === undefined ? stale && reasonWords(stale, screens) : alarmWords(alarm, screens);
  const names = countDueNames(connection, scheduleDate);
  const day = dayWords(dayOf(scheduleDate));
  return (
    <Section
      title={`The job of ${day} has not run`}
      intro={`${counted(names, 'name stays', 'names stay')} PendingRelease until it does. It is tried again every few seconds.`}
    >
      <FormError sentence={sentence} />
      <Group>
        {mayRun && stale === undefined && (
          <StartJobButton
            label="Run it now"
            question={`Run the release job of ${day} now?`}
            detail={`It releases ${counted(names, 'name')} at once, which cannot be undone. The job runs only once.`}
            start={runMissedRelease.bind(null, scheduleDate)}
          />
        )}
        <LinkButton variant="default" href={`/admin/register/releases/${scheduleDate}`}>
          See its names
        </LinkButton>
      </Group>
    </Section>
  );
}
