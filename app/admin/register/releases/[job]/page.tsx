import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { releaseKindWords } from '#app/admin/register/releases/kind-words.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getRelease, pageOfNamesToTake, pageOfReleasedNames, type ReleasedName } from '#db/registry/release-list.ts';
import { getRunCovering } from '#flows/registry/release-job.ts';
import { now } from '#lib/clock.ts';
import { counted } from '#lib/counted.ts';
import { parseName } from '#lib/registry/names/name.ts';
import { releaseDate, windowEnd } from '#lib/registry/release/release.ts';
import { aucklandMidnight, dayOf, formatAuckland } from '#lib/time/auckland.ts';
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
    render: ({ cancelled }) => (cancelled === null ? '–' : formatAuckland(cancelled * 1000)),
  },
  {
    key: 'release',
    title: 'Release date',
    render: ({ cancelled }) => (cancelled === null ? '–' : formatAuckland(releaseDate(cancelled) * 1000)),
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
  const { state, query } = readList(await searchParams, { path, what: 'names' });
  const { reader } = connections();
  const run = getRelease(reader, scheduleDate);
  const covering = run ?? getRunCovering(reader, scheduleDate);
  const { rows, total } =
    run !== undefined
      ? pageOfReleasedNames(reader, run, query)
      : covering !== undefined
        ? { rows: [], total: 0 }
        : pageOfNamesToTake(reader, scheduleDate, query);
  const names = counted(total, 'name');
  return (
    <RegisterPage
      title={`Release job of ${dayOf(scheduleDate)}`}
      actions={
        <LinkButton variant="default" href="/admin/register/releases">
          All jobs
        </LinkButton>
      }
    >
      <Section title={run === undefined ? 'Not run' : 'When it ran'}>
        {run !== undefined && (
          <Facts
            facts={[
              ['How', releaseKindWords[run.kind]],
              ['By', run.who || 'The server itself'],
              ['Ran at', formatAuckland(run.ranAt)],
              ['Its names are free from', formatAuckland(run.freeAt)],
              ['Time it took', run.elapsedMs === null ? '–' : durationWords(run.elapsedMs)],
            ]}
          />
        )}
        {run === undefined && covering !== undefined && (
          <p>
            The job of{' '}
            <Link href={`/admin/register/releases/${covering.scheduleDate}`}>{dayOf(covering.scheduleDate)}</Link> took
            its names too.
          </p>
        )}
        {covering === undefined && (
          <p>
            As the register stands now it would take {names}
            {scheduleDate > now() && `, free from ${formatAuckland(windowEnd(scheduleDate))}`}. Nothing is changed by
            looking.
          </p>
        )}
      </Section>
      {(run !== undefined || covering === undefined) && (
        <DataTable
          label={run === undefined ? 'names it would take' : 'names it took'}
          columns={columns}
          rows={rows}
          total={total}
          state={state}
          rowKey={({ name }) => name}
          empty={<p>{run === undefined ? 'It would take no name.' : 'It took no name.'}</p>}
        />
      )}
    </RegisterPage>
  );
}
