import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import cells from '#app/admin/register/cells.module.css';
import { certaintyWords, NameLink } from '#app/admin/register/NameCells.tsx';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { State } from '#components/admin/State.tsx';
import { connections } from '#db/client.ts';
import { mostListed, type NameOfList, pageOfNames } from '#db/registry/name-list.ts';
import { getLastRelease } from '#db/registry/release-runs.ts';
import { now } from '#lib/clock.ts';
import { certaintyOf } from '#lib/registry/name-status.ts';
import { dropDate } from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { nameList, nameQueryOf } from './name-list.ts';

export const metadata: Metadata = { title: 'Names in the register' };

export default async function NamesPage({ searchParams }: ListPageProps) {
  await requireStaff();
  const list = readList(await searchParams, nameList);
  const query = nameQueryOf(list.query);
  const nowMs = now();
  const { reader } = connections();
  const page = pageOfNames(reader, query, nowMs);
  return (
    <RegisterPage
      title="Names in the register"
      intro="The days are those on which pending names drop, released names became available and other names were registered."
    >
      <StaffList
        list={list}
        columns={nameColumns(nowMs, getLastRelease(reader)?.scheduleDate)}
        page={page}
        exportPath="/admin/export/names"
        empty="The register is empty: import a register file."
      >
        {page.isCut && (
          <p>
            More than {mostListed.toLocaleString('en-NZ')} names match; the list shows the first of them. Use the
            filters to see others.
          </p>
        )}
      </StaffList>
    </RegisterPage>
  );
}

/** The columns of a list of names in the register, as of `now`; `ranUntil` is the schedule date of the last release job. */
function nameColumns(now: EpochMs, ranUntil: EpochMs | undefined): readonly Column<NameOfList>[] {
  return [
    { key: 'name', title: 'Name', render: ({ name }) => <NameLink name={name} /> },
    { key: 'state', title: 'Status', render: (row) => <NameState row={row} now={now} /> },
    { key: 'certainty', title: 'Certainty', render: (row) => <Certainty row={row} now={now} /> },
    { key: 'registered', title: 'Registered', render: ({ registered }) => <Instant at={registered * 1000} /> },
    {
      key: 'cancelled',
      title: 'Cancelled',
      render: ({ cancelled }) => <Instant at={cancelled === null ? null : cancelled * 1000} />,
    },
    {
      key: 'drop',
      title: 'Drops',
      render: ({ cancelled, freeAt }) => (
        <Instant at={cancelled === null ? null : (freeAt ?? dropDate(cancelled, now, ranUntil))} />
      ),
    },
  ];
}

interface RowProps {
  readonly row: NameOfList;
  readonly now: EpochMs;
}

/** A name's status by the register alone, without the lists of reserved names. */
function NameState({ row, now }: RowProps) {
  if (row.cancelled === null) return <State kind="plain">Active</State>;
  const isReleased = row.freeAt !== null && row.freeAt <= now;
  return isReleased ? <State kind="good">Released</State> : <State kind="soon">PendingRelease</State>;
}

function Certainty({ row, now }: RowProps) {
  const certainty = certaintyOf(row, now);
  return certainty === undefined ? '–' : <span className={cells.line}>{certaintyWords[certainty]}</span>;
}
