import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';
import { NameLink, Time } from '#app/admin/register/NameCells.tsx';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { releaseKindWords } from '#app/admin/register/releases/columns.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { numberOf, readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { pageOfDueNames } from '#db/registry/due-names.ts';
import {
  getRelease,
  getReleaseCovering,
  pageOfReleasedNames,
  type ReleasedName,
  type ReleaseRun,
} from '#db/registry/release-runs.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { releaseDate, windowSeconds } from '#lib/registry/release/release.ts';
import { aucklandMidnight, dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { durationWords } from '#lib/usage/words.ts';

export const metadata: Metadata = { title: 'A release job' };

const columns: readonly Column<ReleasedName>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => <NameLink name={name} /> },
  { key: 'cancelled', title: 'Cancelled', render: ({ cancelled }) => <Time seconds={cancelled} /> },
  {
    key: 'release',
    title: 'Release date',
    render: ({ cancelled }) => <Time seconds={cancelled && releaseDate(cancelled)} />,
  },
];

const back = { href: '/admin/register/releases', words: 'All jobs' };

interface JobPageProps {
  readonly params: Promise<{ job: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function JobPage({ params, searchParams }: JobPageProps) {
  await requireStaff();
  const scheduleDate = numberOf((await params).job);
  if (scheduleDate === 0 || aucklandMidnight(scheduleDate, 0) !== scheduleDate) notFound();
  const path = `${back.href}/${scheduleDate}`;
  const { state, query } = readList(await searchParams, { path, what: 'names' });
  const { reader } = connections();
  const run = getRelease(reader, scheduleDate) ?? getReleaseCovering(reader, scheduleDate);
  const isCovered = run !== undefined && run.scheduleDate !== scheduleDate;
  const { rows, total } =
    run === undefined ? pageOfDueNames(reader, scheduleDate, query) : pageOfReleasedNames(reader, run, query);
  return (
    <RegisterPage title={`Release job of ${dayWords(dayOf(scheduleDate))}`} back={back}>
      <Section title={run === undefined || isCovered ? 'Not run' : 'The run'}>
        {run === undefined && (
          <p>
            It would release {counted(total, 'name')} of the present register
            {scheduleDate > now() && `, ${windowSeconds} seconds after midnight`}.
          </p>
        )}
        {run !== undefined && (isCovered ? <CoveringJob run={run} /> : <RunFacts run={run} />)}
      </Section>
      {!isCovered && (
        <DataTable
          label={run === undefined ? 'names to release' : 'released names'}
          columns={columns}
          rows={rows}
          total={total}
          state={state}
          rowKey={({ name }) => name}
          empty={<p>{run === undefined ? 'It has no names to release.' : 'It released no names.'}</p>}
        />
      )}
    </RegisterPage>
  );
}

function RunFacts({ run: { kind, who, ranAt, freeAt, elapsedMs } }: { readonly run: ReleaseRun }) {
  return (
    <Facts
      facts={[
        ['Reason', releaseKindWords[kind]],
        ['By', who || 'The server itself'],
        ['Ran', <Instant key="ran" at={ranAt} withSeconds />],
        ['Names available from', <Instant key="free" at={freeAt} withSeconds />],
        ['Duration', elapsedMs === null ? '–' : durationWords(elapsedMs)],
      ]}
    />
  );
}

function CoveringJob({ run: { scheduleDate } }: { readonly run: ReleaseRun }) {
  return (
    <p>
      The job of <Link href={`${back.href}/${scheduleDate}`}>{dayWords(dayOf(scheduleDate))}</Link> released its names
      too.
    </p>
  );
}
