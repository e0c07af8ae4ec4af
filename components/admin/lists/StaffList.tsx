import Link from 'next/link';
import type { ReactNode } from 'react';
import { type Column, DataTable } from './DataTable.tsx';
import { ListFilter } from './ListFilter.tsx';
import type { ListView } from './list-state.ts';

interface StaffListProps<Row> {
  readonly list: ListView;
  readonly columns: readonly Column<Row>[];
  readonly page: { readonly rows: readonly Row[]; readonly total: number };
  /** Shown while there is nothing to list, whatever the filters: what that means. */
  readonly empty: ReactNode;
  /** Who can add the first one, shown after `empty`: a link for those who may, else a sentence. */
  readonly first?: { readonly href: string; readonly mayAdd: boolean };
  /** Notes on the rows that are shown. */
  readonly children?: ReactNode;
}

/** A list that the server pages, sorts and filters, with its filters above it. */
export function StaffList<Row extends { readonly id: number } | { readonly name: string }>({
  list: { what, filters, state },
  columns,
  page: { rows, total },
  empty,
  first,
  children,
}: StaffListProps<Row>) {
  const isFiltered = Object.values(state.filters).some((text) => text !== '');
  return (
    <>
      {(total > 0 || isFiltered) && Object.keys(filters).length > 0 && <ListFilter state={state} filters={filters} />}
      {children}
      <DataTable
        label={what}
        columns={columns}
        rows={rows}
        total={total}
        state={state}
        rowKey={(row) => ('id' in row ? row.id : row.name)}
        empty={
          isFiltered ? (
            <p>
              No {what} match. <Link href={state.path}>Show all {what}</Link>
            </p>
          ) : (
            <p>
              {empty} {first !== undefined && <AddTheFirst {...first} />}
            </p>
          )
        }
      />
    </>
  );
}

function AddTheFirst({ href, mayAdd }: { readonly href: string; readonly mayAdd: boolean }) {
  return mayAdd ? <Link href={href}>Add the first one</Link> : 'An editor can add the first one.';
}
