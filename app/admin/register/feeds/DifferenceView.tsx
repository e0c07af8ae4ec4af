import { NameLink } from '#app/admin/register/NameCells.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { changeKinds } from '#lib/registry/import/comparison.ts';
import type { ChangedName, Difference } from '#lib/registry/import/difference.ts';
import { changeTexts, changeTitles } from '#lib/registry/import/report-words.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { shortTime } from '#lib/time/date-words.ts';
import styles from './DifferenceView.module.css';

interface DifferenceViewProps {
  readonly counts: Readonly<Record<string, number>>;
  readonly difference: Difference;
}

const columns: readonly Column<ChangedName>[] = [
  { key: 'name', title: 'Name', render: ({ name }) => <NameLink name={name} /> },
  { key: 'before', title: 'Before', render: (changed) => changeTexts(changed, timeText).before },
  { key: 'after', title: 'After', render: (changed) => changeTexts(changed, timeText).after },
];

const timeText = (instant: EpochMs) => shortTime(instant, { withSeconds: true });

/** The changes of a file: each kind with its count and first names. */
export function DifferenceView({ counts, difference }: DifferenceViewProps) {
  const kinds = changeKinds.filter((kind) => (counts[kind] ?? 0) > 0);
  if (kinds.length === 0) return <p>Nothing changes: the file says the same as the register.</p>;
  return (
    <div className={styles.kinds}>
      {kinds.map((kind) => {
        const names = difference[kind] ?? [];
        const count = counts[kind] ?? 0;
        return (
          <details key={kind} className={styles.kind} open={kinds.length === 1}>
            <summary className={styles.summary}>
              <span className={styles.count}>{count.toLocaleString('en-NZ')}</span> {changeTitles[kind]}
            </summary>
            {names.length < count && (
              <p>{names.length === 0 ? 'The names are not stored.' : `The first ${names.length} by name:`}</p>
            )}
            {names.length > 0 && (
              <DataTable
                label={changeTitles[kind]}
                columns={columns}
                rows={names}
                rowKey={({ name }) => name}
                empty=""
              />
            )}
          </details>
        );
      })}
    </div>
  );
}
