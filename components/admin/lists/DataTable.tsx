import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { ScrollRegion } from '#components/admin/ScrollRegion.tsx';
import styles from './DataTable.module.css';
import { type ListState, listHref, rowsPerPage } from './list-state.ts';

export interface Column<Row> {
  /** The name the order has in the address. */
  readonly key: string;
  readonly title: string;
  readonly isSortable?: boolean;
  /** Numbers stand right. */
  readonly isNumber?: boolean;
  readonly render: (row: Row) => ReactNode;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** The rows of this page only, in order. */
  readonly rows: readonly Row[];
  /** How many rows there are on all pages; left out, with the state, where there are no pages. */
  readonly total?: number;
  readonly state?: ListState;
  readonly rowKey: (row: Row) => string | number;
  /** Shown instead of the table when there are no rows: says what to do next. */
  readonly empty: ReactNode;
}

/** A list; where the server pages, orders and filters it, its state stands in the page's address. */
export function DataTable<Row>({ label, columns, rows, total, state, rowKey, empty }: DataTableProps<Row>) {
  if (rows.length === 0) {
    return (
      <div className={styles.empty}>
        {state !== undefined && state.page > 1 ? (
          <Link href={listHref(state, {})}>There is nothing on this page: back to the first</Link>
        ) : (
          empty
        )}
      </div>
    );
  }
  return (
    <div className={styles.card}>
      <ScrollRegion label={label} className={styles.scroll}>
        <Table verticalSpacing="xs" horizontalSpacing="sm">
          <TableThead>
            <TableTr>
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} state={state} />
              ))}
            </TableTr>
          </TableThead>
          <TableTbody>
            {rows.map((row) => (
              <TableTr key={rowKey(row)}>
                {columns.map((column) => (
                  <TableTd key={column.key} className={column.isNumber === true ? styles.number : undefined}>
                    {column.render(row)}
                  </TableTd>
                ))}
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </ScrollRegion>
      {state !== undefined && <Pages state={state} total={total ?? rows.length} label={label} />}
    </div>
  );
}

function HeadCell<Row>({ column, state }: { column: Column<Row>; state: ListState | undefined }) {
  const className = column.isNumber === true ? styles.number : undefined;
  if (column.isSortable !== true || state === undefined) {
    return <TableTh className={className}>{column.title}</TableTh>;
  }
  const isSorted = state.sort === column.key;
  const order = state.isDescending ? 'descending' : 'ascending';
  return (
    <TableTh className={className} aria-sort={isSorted ? order : undefined}>
      <Link
        className={styles.sort}
        prefetch={false}
        href={listHref(state, { sort: column.key, isDescending: isSorted && !state.isDescending })}
      >
        {column.title}
        <span aria-hidden="true">{isSorted ? (state.isDescending ? ' ↓' : ' ↑') : ''}</span>
      </Link>
    </TableTh>
  );
}

function Pages({ state, total, label }: { state: ListState; total: number; label: string }) {
  const last = Math.max(1, Math.ceil(total / rowsPerPage));
  const from = (state.page - 1) * rowsPerPage + 1;
  const until = Math.min(total, state.page * rowsPerPage);
  const counts = `${from.toLocaleString('en-NZ')}–${until.toLocaleString('en-NZ')} of ${total.toLocaleString('en-NZ')}`;
  return (
    <nav className={styles.pages} aria-label={`Pages of ${label}`}>
      <span>{counts}</span>
      {state.page > 1 && (
        <Link prefetch={false} href={listHref(state, { page: state.page - 1 })}>
          Previous page
        </Link>
      )}
      {state.page < last && (
        <Link prefetch={false} href={listHref(state, { page: state.page + 1 })}>
          Next page
        </Link>
      )}
    </nav>
  );
}
