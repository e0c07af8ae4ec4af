import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/page-wanted.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { releaseKindWords } from '#app/admin/register/releases/kind-words.ts';
import { Time } from '#app/admin/register/Time.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { parseListState, rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { pageOfDueNames } from '#db/registry/due-names.ts';
import { getRelease, getReleaseCovering } from '#db/registry/release-runs.ts';
import { pageOfReleasedNames, type ReleasedName } from '#db/registry/released-names.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { releaseDate, windowSeconds } from '#lib/registry/release/release.ts';
import { aucklandMidnight, dayOf } from '#lib/time/auckland.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { durationWords } from '#lib/usage/words.ts';

export const metadata: Metadata = { title: 'A release job' };

const columns: readonly Column<ReleasedName>[] = [
  {
    key: 'name',
    title: 'Name',
    render: ({ name }) => {
      const parsed = parseName(name);
      return (
        <Link prefetch={false} href={`/admin/register?name=${encodeURIComponent(name)}`}>
          {(parsed.valid && parsed.original) || name}
        </Link>
      );
    },
  },
  {
    key: 'cancelled',
    title: 'Cancelled',
    render: ({ cancelled }) => <Time seconds={cancelled} />,
  },
  {
    key: 'release',
    title: 'Release date',
    render: ({ cancelled }) => <Time seconds={cancelled && releaseDate(cancelled)} />,
  },
];

interface JobPageProps {
  readonly params: Promise<{ job: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function JobPage({ params, searchParams }: JobPageProps) {
  await requireStaff();
  const scheduleDate = numberOf((await params).job);
  if (scheduleDate === 0 || aucklandMidnight(scheduleDate, 0) !== scheduleDate) notFound();
  const path = `/admin/register/releases/${scheduleDate}`;
  const state = parseListState(await searchParams, { path, sortable: ['name'] });
  const { reader } = connections();
  const place = { page: state.page, pageSize: rowsPerPage };
  const run = getRelease(reader, scheduleDate);
  const covering = run ?? getReleaseCovering(reader, scheduleDate);
  const { rows, total } =
    run !== undefined
      ? pageOfReleasedNames(reader, run, place)
      : covering !== undefined
        ? { rows: [], total: 0 }
        : pageOfDueNames(reader, scheduleDate, place);
  const names = counted(total, 'name');
  return (
    <RegisterPage
      title={`Release job of ${dayWords(dayOf(scheduleDate))}`}
      actions={
        <LinkButton variant="default" href="/admin/register/releases">
          All jobs
        </LinkButton>
      }
    >
      <Section title={run === undefined ? 'Not run' : 'The run'}>
        {run !== undefined && (
          <Facts
            facts={[
              ['Reason', releaseKindWords[run.kind]],
              ['By', run.who || 'The server itself'],
              ['Ran', <Instant key="ran" at={run.ranAt} withSeconds />],
              ['Names available from', <Instant key="free" at={run.freeAt} withSeconds />],
              ['Duration', run.elapsedMs === null ? '–' : durationWords(run.elapsedMs)],
            ]}
          />
        )}
        {run === undefined && covering !== undefined && (
          <p>
            The job of{' '}
            <Link href={`/admin/register/releases/${covering.scheduleDate}`}>
              {dayWords(dayOf(covering.scheduleDate))}
            </Link>{' '}
            released its names too.
          </p>
        )}
        {covering === undefined && (
          <p>
            It would release {names} of the present register
            {scheduleDate > now() && `, ${windowSeconds} seconds after midnight`}.
          </p>
        )}
      </Section>
      {(run !== undefined || covering === undefined) && (
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
