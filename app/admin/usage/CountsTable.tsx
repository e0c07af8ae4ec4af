import type { ReactNode } from 'react';
import { DataTable } from '#components/admin/lists/DataTable.tsx';

interface CountsTableProps {
  readonly label: string;
  readonly head: readonly { readonly title: string; readonly isNumber?: boolean }[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** A short table of counts. */
export function CountsTable({ label, head, rows, empty }: CountsTableProps) {
  return (
    <DataTable
      label={label}
      columns={head.map(({ title, isNumber = false }, at) => ({
        key: title,
        title,
        isNumber,
        render: ({ cells }: CountsTableProps['rows'][number]) => cells[at],
      }))}
      rows={rows}
      rowKey={({ key }) => key}
      empty={<p>{empty}</p>}
    />
  );
}
