'use client';

import { useEffect, useRef, useState } from 'react';
import { ScrollRegion } from '#components/admin/lists/ScrollRegion.tsx';
import { chartWords } from '#lib/usage/words.ts';
import type { ChartedNumbers } from './Chart.tsx';
import styles from './usage.module.css';

interface NumbersTableProps extends ChartedNumbers {
  /** What the table shows, for screen readers. */
  readonly label: string;
  /** The head of the spans of time. */
  readonly spanHead: string;
}

/** The numbers of a chart, to read or copy; folded until opened, and only then made: a year has thousands. */
export function NumbersTable({ label, spanHead, kind, series, points }: NumbersTableProps) {
  const folded = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  // it may have been opened before the page had its scripts
  useEffect(() => setIsOpen(folded.current?.open ?? false), []);
  return (
    <details ref={folded} className={styles.table} onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>Show as a table</summary>
      {isOpen && (
        <ScrollRegion label={label} className={styles.scroll}>
          <table className={styles.numbers}>
            <thead>
              <tr>
                <th scope="col">{spanHead}</th>
                {series.map(({ name }) => (
                  <th key={name} scope="col" className={styles.number}>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {points.map((point) => (
                <tr key={point.startsAt}>
                  <th scope="row">{point.label}</th>
                  {series.map(({ name }, at) => (
                    <td key={name} className={styles.number}>
                      {valueWords(point.values[at], chartWords[kind])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </details>
  );
}

const valueWords = (value: number | null | undefined, words: (value: number) => string) =>
  typeof value === 'number' ? words(value) : '–';
