import type { ReactNode } from 'react';
import { ScrollGroup } from '#components/ui/ScrollGroup.tsx';
import type { DeveloperWords } from '#lib/messages/developers/words.ts';
import { durationWords, startWords } from '#lib/usage/words.ts';
import styles from './account.module.css';

interface UseTableProps {
  readonly words: DeveloperWords;
  readonly caption: string;
  readonly span: 'hour' | 'day';
  readonly rows: readonly {
    readonly startsAt: number;
    readonly answered: number;
    readonly refused: number;
    readonly failed: number;
    readonly p95Ms: number | undefined;
  }[];
  readonly note: ReactNode;
}

/** Requests by the hour or day, how they ended, and what 95 % of their answers did not exceed. */
export function UseTable({ words, caption, span, rows, note }: UseTableProps) {
  const number = (count: number) => count.toLocaleString('en-NZ');
  return (
    <ScrollGroup label={caption} className={styles.use}>
      <h4>{caption}</h4>
      {rows.length === 0 ? (
        <p>{words.none}</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <td />
              <th scope="col">{words.total}</th>
              <th scope="col">{words.requests200}</th>
              <th scope="col">{words.refused}</th>
              <th scope="col">{words.failed}</th>
              <th scope="col">p95</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ startsAt, answered, refused, failed, p95Ms }) => (
              <tr key={startsAt}>
                <th scope="row">{startWords(span, startsAt)}</th>
                <td>{number(answered + refused + failed)}</td>
                <td>{number(answered)}</td>
                <td>{number(refused)}</td>
                <td>{number(failed)}</td>
                <td>{p95Ms === undefined ? '–' : durationWords(p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note}
    </ScrollGroup>
  );
}
