import Link from 'next/link';
import styles from './ListTools.module.css';
import { type ListState, listHref } from './list-state.ts';

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
