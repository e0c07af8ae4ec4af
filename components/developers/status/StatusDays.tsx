import { durationWords, shareWords, startWords } from '#lib/usage/words.ts';
import styles from './StatusDays.module.css';

interface Day {
  readonly startsAt: number;
  readonly requests: number;
  readonly failed: number;
  readonly p95Ms: number | undefined;
}

interface StatusDaysProps {
  readonly title: string;
  readonly days: readonly Day[];
}

/** A share of failures below which a day counts as a small disturbance. */
const smallShare = 0.01;

function kindOf({ requests, failed }: Day): 'none' | 'good' | 'some' | 'many' {
  if (requests === 0) return 'none';
  if (failed === 0) return 'good';
  return failed / requests < smallShare ? 'some' : 'many';
}

/** The days of an API: a bar for each, and the figures in a table. */
export function StatusDays({ title, days }: StatusDaysProps) {
  const requests = days.reduce((total, day) => total + day.requests, 0);
  const failed = days.reduce((total, day) => total + day.failed, 0);
  return (
    <section className={styles.status} lang="en-NZ">
      <h2>{title}</h2>
      <p>
        {requests === 0
          ? 'No requests in the last 90 days.'
          : `Of ${requests.toLocaleString('en-NZ')} requests in the last 90 days, ${shareWords(requests - failed, requests)} were answered without a fault of ours.`}
      </p>
      <div className={styles.bars} aria-hidden="true">
        {days.map((day) => (
          <i key={day.startsAt} data-kind={kindOf(day)} />
        ))}
      </div>
      <details>
        <summary>Every day</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Requests</th>
              <th scope="col">Failed (5xx)</th>
              <th scope="col">p95</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ startsAt, requests: count, failed: faults, p95Ms }) => (
              <tr key={startsAt}>
                <th scope="row">{startWords('day', startsAt)}</th>
                <td>{count.toLocaleString('en-NZ')}</td>
                <td>{faults.toLocaleString('en-NZ')}</td>
                <td>{p95Ms === undefined ? '–' : durationWords(p95Ms)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
