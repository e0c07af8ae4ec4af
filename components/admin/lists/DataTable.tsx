import Link from 'next/link';
import type { ReactNode } from 'react';
import { counted } from '#lib/counted.ts';
import styles from './DataTable.module.css';
import { FoldedOnPhone } from './FoldedOnPhone.tsx';
import { type ListState, listHref, rowsPerPage } from './list-state.ts';
import { ScrollRegion } from './ScrollRegion.tsx';

export interface Column<Row> {
  /** Its name in the address, if the list can be sorted by it. */
  readonly key: string;
  readonly title: string;
  /** Aligned right. */
  readonly isNumber?: boolean;
  /** The page that the cell links to. */
  readonly href?: (row: Row) => string;
  /** Numbers get their separators; null and an empty text become a dash. */
  readonly render: (row: Row) => ReactNode;
}

export interface RowSelection<Row> {
  /** What a row is called; undefined for one that cannot be selected. */
  readonly nameOf: (row: Row) => string | undefined;
  /** What `BulkSelection` gets of a selected row. */
  readonly value: (row: Row) => string | number;
}

interface DataTableProps<Row> {
  /** What the table lists, for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  /** The rows of this page only, in order. */
  readonly rows: readonly Row[];
  /** How many rows all pages have; left out, with the state, for a table without pages. */
  readonly total?: number;
  readonly state?: ListState;
  readonly rowKey: (row: Row) => string | number;
  /** Shown instead of a table without rows: says what to do next. */
  readonly empty: ReactNode;
  /** How rows are selected, if they can be. */
  readonly select?: RowSelection<Row> | undefined;
  /** Shown below the rows, in line with the page numbers. */
  readonly tools?: ReactNode;
}

/** A table. If the server pages and sorts it, its state is in the page's address. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { label, columns, rows, total, state, rowKey, empty, select, tools } = props;
  if (rows.length === 0) {
    return (
      <div className={styles.empty} data-empty>
        {state !== undefined && state.page > 1 ? (
          <p>
            This page is empty. <Link href={listHref(state, {})}>Go to the first page</Link>
          </p>
        ) : (
          empty
        )}
      </div>
    );
  }
  const first = shownOnPhone(columns.length, rows.length);
  const folded = rows.length - first;
  return (
    <div className={styles.card}>
      <FoldedOnPhone more={folded === 0 ? undefined : `Show ${counted(folded, 'more row')}`}>
        <ScrollRegion className={styles.scroll} label={`Table of ${label}`}>
          <table className={styles.table}>
            <thead>
              <tr>
                {select !== undefined && (
                  <th className={styles.check}>
                    <input type="checkbox" name="all-rows" aria-label="Select all on this page" />
                  </th>
                )}
                {columns.map((column) => (
                  <HeadCell key={column.key} column={column} state={state} />
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row, at) => (
                <tr key={rowKey(row)} data-more={at >= first ? true : undefined}>
                  {select !== undefined && <SelectCell row={row} select={select} />}
                  {columns.map((column) => (
                    <td
                      key={column.key}
                      className={column.isNumber === true ? styles.number : undefined}
                      data-title={column.title}
                    >
                      <Cell column={column} row={row} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </FoldedOnPhone>
      {state !== undefined && (
        <div className={styles.foot}>
          <Pages state={state} total={total ?? rows.length} label={label} />
          {tools}
        </div>
      )}
    </div>
  );
}

/** How many fields a phone shows first, where each has a line of its own: a screen of them. The rows after them wait for a button. */
const fieldsOnPhone = 20;

function shownOnPhone(columns: number, rows: number): number {
  const first = Math.max(2, Math.floor(fieldsOnPhone / columns));
  // a button for a single row would only be in its place
  return rows > first + 1 ? first : rows;
}

function Cell<Row>({ column: { href, render }, row }: { column: Column<Row>; row: Row }) {
  const value = render(row);
  const shown =
    value === null || value === '' ? '–' : typeof value === 'number' ? value.toLocaleString('en-NZ') : value;
  if (href === undefined) return shown;
  return (
    <Link prefetch={false} href={href(row)}>
      {shown}
    </Link>
  );
}

function SelectCell<Row>({ row, select }: { row: Row; select: RowSelection<Row> }) {
  const name = select.nameOf(row);
  return (
    <td className={styles.check}>
      {name !== undefined && (
        <input type="checkbox" name="row" value={select.value(row)} aria-label={`Select ${name}`} />
      )}
    </td>
  );
}

function HeadCell<Row>({ column, state }: { column: Column<Row>; state: ListState | undefined }) {
  const className = column.isNumber === true ? styles.number : undefined;
  if (state?.sorts.includes(column.key) !== true) return <th className={className}>{column.title}</th>;
  const isSorted = state.sort === column.key;
  const order = state.isDescending ? 'descending' : 'ascending';
  return (
    <th className={className} aria-sort={isSorted ? order : undefined} data-sortable="true">
      <Link
        className={styles.sort}
        prefetch={false}
        href={listHref(state, { sort: column.key, isDescending: isSorted && !state.isDescending })}
      >
        {column.title}
        <span aria-hidden="true">{isSorted ? (state.isDescending ? ' ↓' : ' ↑') : ''}</span>
      </Link>
    </th>
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
