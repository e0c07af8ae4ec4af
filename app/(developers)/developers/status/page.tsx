import type { Metadata } from 'next';
import { developerPageWords } from '#app/(developers)/words.ts';
import { DeveloperPage } from '#components/developers/DeveloperPage.tsx';
import { connections } from '#db/client.ts';
import { readLatencies, readRequests } from '#db/usage/questions.ts';
import { now } from '#lib/clock.ts';
import type { UsageApi } from '#lib/usage/batch.ts';
import { latencyPercentile } from '#lib/usage/latency.ts';
import { periodOf } from '#lib/usage/period.ts';
import { durationWords, shareWords, startWords } from '#lib/usage/words.ts';
import styles from './status.module.css';

export function generateMetadata(): Metadata {
  return { title: developerPageWords().status };
}

/** How both APIs did in the last 90 days, from the counts of the server itself. */
export default function Page() {
  const { status, english } = developerPageWords();
  return (
    <DeveloperPage title={status} intro={english === '' ? undefined : english}>
      <p lang="en">
        From the server’s own counts, a few seconds old. Requests that never reached the server are not in them. Days
        are New Zealand’s.
      </p>
      <StatusDays title="Registry API" days={statusOf('registry')} />
      <StatusDays title="Broadband API" days={statusOf('broadband')} />
    </DeveloperPage>
  );
}

/** The requests of a day, and how many of them the server failed to answer (a status of 500 or above). */
interface StatusDay {
  readonly startsAt: number;
  readonly requests: number;
  readonly failed: number;
  /** 95 % of the answers took at most this long, in milliseconds; undefined without requests. */
  readonly p95Ms: number | undefined;
}

/** The last 90 days of an API, oldest first, from our own counts. */
function statusOf(api: UsageApi): StatusDay[] {
  const { reader } = connections();
  const period = periodOf('90d', now());
  const scope = { span: 'day', from: period.from, api } as const;
  const counts = readRequests(reader, scope);
  const latencies = readLatencies(reader, scope);
  return period.startsAt.map((startsAt) => {
    const own = counts.filter((row) => row.startsAt === startsAt);
    const sum = (rows: typeof own) => rows.reduce((total, { count }) => total + count, 0);
    const times = latencies.filter((row) => row.startsAt === startsAt);
    return {
      startsAt,
      requests: sum(own),
      failed: sum(own.filter(({ status }) => status >= 500)),
      p95Ms: latencyPercentile(
        times.map(({ bucket, count }) => [bucket, count] as const),
        95,
      ),
    };
  });
}

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
function StatusDays({ title, days }: StatusDaysProps) {
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
