import cells from '#app/admin/register/cells.module.css';
import { certaintyWords } from '#app/admin/register/certainty-words.ts';
import { NameLink } from '#app/admin/register/NameLink.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { State } from '#components/admin/State.tsx';
import type { NameOfList } from '#db/registry/name-list.ts';
import { certaintyOf } from '#lib/registry/certainty.ts';
import { dropDate } from '#lib/registry/release/release.ts';
import type { EpochMs } from '#lib/time/auckland.ts';

/** The columns of a list of names in the register, as of `now`; `ranUntil` is the schedule date of the last release job. */
export function nameColumns(now: EpochMs, ranUntil: EpochMs | undefined): readonly Column<NameOfList>[] {
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
