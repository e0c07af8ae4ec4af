import { Button, NativeSelect, TextInput } from '@mantine/core';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { noControls } from '#lib/words/controls.ts';
import { reasonWords } from '#lib/words/reason-words.ts';
import { type BulkAction, BulkSelection } from './BulkSelection.tsx';
import { type Column, DataTable, type RowSelection } from './DataTable.tsx';
import { type ListState, type ListView, listHref, sortText } from './list-state.ts';
import styles from './StaffList.module.css';

/** What can be done to several rows of a list at once. */
export interface Bulk<Row> {
  /** What a row is called, singular: `key`. */
  readonly one: string;
  /** The plural, unless it only adds an s. */
  readonly many?: string;
  /** The name of a row; undefined for one that cannot be selected. */
  readonly nameOf: (row: Row) => string | undefined;
  readonly actions: readonly BulkAction[];
  /** Of the page. */
  readonly revision: number;
}

interface StaffListProps<Row> {
  readonly list: ListView;
  readonly columns: readonly Column<Row>[];
  readonly page: { readonly rows: readonly Row[]; readonly total: number };
  /** Shown while there is nothing to list, whatever the filters: what that means. */
  readonly empty: ReactNode;
  /** Who can add the first one, shown after `empty`: a link for those who may, else a sentence. */
  readonly first?: { readonly href: string; readonly mayAdd: boolean };
  /** For those who may change several rows at once. */
  readonly bulk?: Bulk<Row> | undefined;
  /** The path under which the list is exported. */
  readonly exportPath?: string;
  /** What identifies a row, unless its id or name. */
  readonly rowKey?: (row: Row) => string | number;
  /** Notes on the rows that are shown. */
  readonly children?: ReactNode;
}

/** A list that the server pages, sorts and filters: its filters, its rows and what can be done with them. */
export function StaffList<Row extends object>({
  list: { what, filters, faults, state },
  columns,
  page: { rows, total },
  empty,
  first,
  bulk,
  exportPath,
  rowKey = keyOf,
  children,
}: StaffListProps<Row>) {
  const isFiltered = Object.values(state.filters).some((text) => text !== '');
  const isRefused = Object.keys(faults).length > 0;
  const select: RowSelection<Row> | undefined = bulk && { nameOf: bulk.nameOf, value: rowKey };
  const table = (
    <DataTable
      label={what}
      columns={shownColumns(columns, state.columns)}
      rows={rows}
      total={total}
      state={state}
      rowKey={rowKey}
      select={select}
      tools={<ListTools state={state} columns={columns} exportPath={exportPath} />}
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
  );
  return (
    <>
      {(total > 0 || isFiltered || isRefused) && Object.keys(filters).length > 0 && (
        <ListFilter state={state} filters={filters} faults={faults} />
      )}
      {children}
      {bulk === undefined ? (
        table
      ) : (
        <BulkSelection one={bulk.one} many={bulk.many} actions={bulk.actions} revision={bulk.revision}>
          {table}
        </BulkSelection>
      )}
    </>
  );
}

/** The chosen columns in their usual order; all if none of the choices exists. The first column is always shown. */
export function shownColumns<Row>(columns: readonly Column<Row>[], chosen: readonly string[]): readonly Column<Row>[] {
  const known = columns.filter(({ key }) => chosen.includes(key));
  return known.length === 0 ? columns : columns.filter((column, at) => at === 0 || known.includes(column));
}

function keyOf(row: object): string | number {
  if ('id' in row && typeof row.id === 'number') return row.id;
  if ('name' in row && typeof row.name === 'string') return row.name;
  throw new Error('This list needs a rowKey.');
}

function AddTheFirst({ href, mayAdd }: { readonly href: string; readonly mayAdd: boolean }) {
  return mayAdd ? <Link href={href}>Add the first one</Link> : 'An editor can add the first one.';
}

/** Filters a list: a form that asks for the same page with its fields in the address. */
function ListFilter({ state, filters, faults }: Pick<ListView, 'state' | 'filters' | 'faults'>) {
  return (
    <search>
      <form action={state.path} method="get" className={styles.filter} key={JSON.stringify([state.filters, faults])}>
        {Object.entries(filters).map(([name, { label, placeholder, type, choices }]) => {
          const fault = faults[name];
          const error = fault && `${reasonWords(fault.reason, noControls)} The list is not filtered by this.`;
          const field = { name, label, defaultValue: fault?.text ?? state.filters[name], error };
          if (choices !== undefined) return <NativeSelect key={name} {...field} data={withAll(choices)} />;
          if (type === 'date') return <DateInput key={name} {...field} />;
          return <TextInput key={name} {...field} placeholder={placeholder} />;
        })}
        {state.columns.map((column) => (
          <input key={column} type="hidden" name="columns" value={column} />
        ))}
        {state.sort !== '' && <input type="hidden" name="sort" value={sortText(state)} />}
        <Button type="submit" variant="default">
          Filter
        </Button>
      </form>
    </search>
  );
}

function withAll(choices: Readonly<Record<string, string>>) {
  return [{ value: '', label: 'All' }, ...Object.entries(choices).map(([value, label]) => ({ value, label }))];
}

interface ListToolsProps {
  readonly state: ListState;
  /** The columns that can be chosen; the first is always shown. */
  readonly columns: readonly { readonly key: string; readonly title: string }[];
  /** The path under which the list is exported, if it is. */
  readonly exportPath: string | undefined;
}

/** Below a list: which columns it shows, and its rows as a file. */
export function ListTools({ state, columns, exportPath }: ListToolsProps) {
  return (
    <div className={styles.tools}>
      <ColumnChoice state={state} columns={columns} />
      {exportPath !== undefined &&
        (['csv', 'ndjson'] as const).map((format) => (
          <a key={format} href={exportHref(exportPath, format, state)} download>
            Export as {format.toUpperCase()}
          </a>
        ))}
    </div>
  );
}

/** Each column is a link that hides or shows it. */
function ColumnChoice({ state, columns }: Omit<ListToolsProps, 'exportPath'>) {
  const isShown = (key: string) => state.columns.length === 0 || state.columns.includes(key);
  const hrefWith = (key: string) => {
    const chosen = columns.filter((column) => isShown(column.key) !== (column.key === key));
    return listHref(state, { columns: chosen.length === columns.length ? [] : chosen.map((column) => column.key) });
  };
  return (
    <details className={styles.columns}>
      <summary>Columns</summary>
      <ul className={styles.choices}>
        {columns.slice(1).map(({ key, title }) => (
          <li key={key}>
            <Link href={hrefWith(key)} prefetch={false} scroll={false}>
              {isShown(key) ? 'Hide' : 'Show'} {title}
            </Link>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The filters of the list apply to its file too. */
function exportHref(path: string, format: string, { filters }: ListState): string {
  const given = Object.entries(filters).filter(([, value]) => value !== '');
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams([...given, ['format', format]])}`;
}
