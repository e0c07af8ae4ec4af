import { Table, TableTbody, TableTd, TableTh, TableThead, TableTr } from '@mantine/core';
import type { ReactNode } from 'react';
import { ScrollRegion } from '#components/admin/ScrollRegion.tsx';
import styles from './usage.module.css';

interface CountsTableProps {
  readonly label: string;
  readonly head: readonly { readonly title: string; readonly isNumber?: boolean }[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** It has many columns, and scrolls sideways on a narrow screen. */
  readonly isWide?: boolean;
  /** Shown when there are no rows. */
  readonly empty: ReactNode;
}

/** A short table of counts. */
export function CountsTable({ label, head, rows, isWide = false, empty }: CountsTableProps) {
  if (rows.length === 0) return <p className={styles.empty}>{empty}</p>;
  return (
    <ScrollRegion label={label} className={isWide ? `${styles.scroll} ${styles.wide}` : styles.scroll}>
      <Table verticalSpacing="xs" horizontalSpacing="sm">
        <TableThead>
          <TableTr>
            {head.map(({ title, isNumber }) => (
              <TableTh key={title} className={isNumber === true ? styles.number : undefined}>
                {title}
              </TableTh>
            ))}
          </TableTr>
        </TableThead>
        <TableBody head={head} rows={rows} />
      </Table>
    </ScrollRegion>
  );
}

function TableBody({ head, rows }: Pick<CountsTableProps, 'head' | 'rows'>) {
  return (
    <TableTbody>
      {rows.map(({ key, cells }) => (
        <TableTr key={key}>
          {cells.map((cell, at) => (
            <TableTd key={head[at]?.title} className={head[at]?.isNumber === true ? styles.number : undefined}>
              {cell}
            </TableTd>
          ))}
        </TableTr>
      ))}
    </TableTbody>
  );
}
