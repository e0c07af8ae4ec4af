import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core';
import { ScrollRegion } from '#components/admin/lists/DataTable.tsx';
import styles from './usage.module.css';

interface NumbersTableProps {
  /** What the table shows, for screen readers. */
  readonly label: string;
  readonly head: readonly string[];
  /** The first cell of a row names it. */
  readonly rows: readonly { readonly key: string | number; readonly cells: readonly string[] }[];
}

/** The numbers of a chart, to read or copy; folded until opened. */
export function NumbersTable({ label, head, rows }: NumbersTableProps) {
  return (
    <details className={styles.table}>
      <summary>Show as a table</summary>
      <ScrollRegion label={label} className={styles.scroll}>
        <Table verticalSpacing={4} horizontalSpacing="sm">
          <TableThead>
            <TableTr>
              {head.map((title, at) => (
                <TableTh key={title} scope="col" className={at === 0 ? undefined : styles.number}>
                  {title}
                </TableTh>
              ))}
            </TableTr>
          </TableThead>
          <TableTbody>
            {rows.map(({ key, cells }) => (
              <TableTr key={key}>
                {cells.map((cell, at) =>
                  at === 0 ? (
                    <TableTh key={head[at]} scope="row">
                      {cell}
                    </TableTh>
                  ) : (
                    <TableTd key={head[at]} className={styles.number}>
                      {cell}
                    </TableTd>
                  ),
                )}
              </TableTr>
            ))}
          </TableTbody>
        </Table>
      </ScrollRegion>
    </details>
  );
}

/** A row of figures with their titles. */
export function Tiles({ tiles }: { tiles: readonly { readonly title: string; readonly value: string }[] }) {
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ title, value }) => (
        <div key={title} className={styles.tile}>
          <dt>{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
