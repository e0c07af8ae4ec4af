import { registrarIdAt } from '#app/admin/usage/RefusedCallers.tsx';
import sparklineStyles from '#components/admin/Sparkline.module.css';
import { listRegistrarNames } from '#db/access/registrars.ts';
import type { Connection } from '#db/client.ts';
import { readLatencies, readRequests } from '#db/usage/questions.ts';
import { readRefusedCallers } from '#db/usage/refused-callers.ts';
import { aucklandMidnight, type EpochMs } from '#lib/time/auckland.ts';
import { compareDays } from '#lib/usage/day-comparison.ts';
import { latencyPercentile } from '#lib/usage/latency.ts';
import { outcomeOf } from '#lib/usage/outcome.ts';
import { durationWords } from '#lib/usage/words.ts';
import { Card } from './Card.tsx';
import styles from './overview.module.css';
import { RefusedCard } from './RefusedCard.tsx';

interface TodayProps {
  readonly connection: Connection;
  readonly nowMs: EpochMs;
  readonly mayAllow: boolean;
}

type Request = ReturnType<typeof readRequests>[number];

const counters: readonly {
  readonly title: string;
  readonly href: string;
  readonly counts: (request: Request) => boolean;
}[] = [
  {
    title: 'Registry requests',
    href: '/admin/usage?api=registry',
    counts: ({ api }) => api === 'registry',
  },
  {
    title: 'Broadband requests',
    href: '/admin/usage?api=broadband',
    counts: ({ api }) => api === 'broadband',
  },
  {
    title: 'Refused',
    href: '/admin/usage#refused',
    counts: ({ status }) => outcomeOf(status) === 'refused',
  },
  {
    title: 'Server errors',
    href: '/admin/usage?by=status',
    counts: ({ status }) => outcomeOf(status) === 'server error',
  },
];

/** Today's requests, refusals and response times, with those of yesterday and of the same day last week. */
export function Today({ connection, nowMs, mayAllow }: TodayProps) {
  const of = (from: number, until: number) =>
    readRequests(connection, {
      span: 'hour',
      api: undefined,
      from: aucklandMidnight(nowMs, from),
      until: aucklandMidnight(nowMs, until),
    });
  const requests = [...of(-7, -6), ...of(-1, 1)];
  // without any requests there is nothing to compare
  const isQuiet = requests.length === 0;
  return (
    <section className={styles.section} aria-labelledby="today">
      <div className={styles.heading}>
        <h2 id="today">Today</h2>
        <p className={styles.quiet}>
          since midnight, compared with the same time yesterday (the dashed line) and a week ago (95 %: with the whole
          days)
        </p>
      </div>
      <div className={styles.figures}>
        {counters.map(({ title, href, counts }) => {
          const compared = compareDays(requests.filter(counts), nowMs);
          return (
            <Card key={title} title={title} figure={compared.today.toLocaleString('en-NZ')} href={href}>
              {!isQuiet && (
                <>
                  <Sparkline
                    label={`${title} by the hour today`}
                    values={compared.byHour}
                    before={compared.byHourYesterday}
                    length={compared.byHourYesterday.length}
                  />
                  <p>
                    Yesterday {compared.yesterday.toLocaleString('en-NZ')}, a week ago{' '}
                    {compared.lastWeek.toLocaleString('en-NZ')}.
                  </p>
                </>
              )}
            </Card>
          );
        })}
        <ResponseTimes connection={connection} nowMs={nowMs} isQuiet={isQuiet} />
      </div>
      <RefusedToday {...{ connection, nowMs, mayAllow }} />
    </section>
  );
}

/** Within which time 95 % of all responses were sent. */
function ResponseTimes({ connection, nowMs, isQuiet }: Omit<TodayProps, 'mayAllow'> & { readonly isQuiet: boolean }) {
  const days = readLatencies(connection, { span: 'day', from: aucklandMidnight(nowMs, -7), api: undefined });
  const hours = readLatencies(connection, { span: 'hour', from: aucklandMidnight(nowMs, 0), api: undefined });
  const p95 = (rows: typeof days) =>
    latencyPercentile(
      rows.map(({ bucket, count }) => [bucket, count] as const),
      95,
    );
  const ofDay = (day: number) => p95(days.filter(({ startsAt }) => startsAt === aucklandMidnight(nowMs, day)));
  const starts = [...new Set(hours.map(({ startsAt }) => startsAt))].sort((a, b) => a - b);
  const words = (ms: number | undefined) => (ms === undefined ? '–' : durationWords(ms));
  return (
    <Card title="95 % within" figure={words(ofDay(0))} href="/admin/usage">
      {!isQuiet && (
        <>
          <Sparkline
            label="95 % answered within, by the hour today"
            values={starts.map((start) => p95(hours.filter(({ startsAt }) => startsAt === start)) ?? 0)}
            length={24}
          />
          <p>
            Yesterday {words(ofDay(-1))}, a week ago {words(ofDay(-7))}.
          </p>
        </>
      )}
    </Card>
  );
}

const [mostLooked, mostShown] = [50, 5];

/** The callers of the registry that were refused last, today, and are still refused; hidden without any. */
function RefusedToday({ connection, nowMs, mayAllow }: TodayProps) {
  const scope = { from: aucklandMidnight(nowMs, 0), api: 'registry' } as const;
  const latest = { sort: 'last', descending: true, page: 1, pageSize: mostLooked } as const;
  const refused = readRefusedCallers(connection, scope, latest).rows.filter(
    ({ address }) => registrarIdAt(address) === undefined,
  );
  if (refused.length === 0) return null;
  const callers = refused.slice(0, mostShown).map(({ address, count, lastAt }) => ({ address, count, lastAt }));
  return (
    <div className={styles.lines}>
      <RefusedCard callers={callers} registrars={mayAllow ? listRegistrarNames(connection) : []} />
    </div>
  );
}

interface SparklineProps {
  /** What the line shows, for screen readers. */
  readonly label: string;
  readonly values: readonly number[];
  /** A second line behind it, on the same scale. */
  readonly before?: readonly number[];
  /** How many values fill the width. */
  readonly length: number;
}

const width = 240;
const height = 40;

/** A line of values without axes: how they went, not how many there were. */
function Sparkline({ label, values, before = [], length }: SparklineProps) {
  const most = Math.max(1, ...values, ...before);
  const points = (line: readonly number[]) =>
    line
      .map((value, at) => `${placeOf(at, length)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`)
      .join(' ');
  return (
    <svg
      className={sparklineStyles.line}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polyline className={sparklineStyles.before} points={points(before)} vectorEffect="non-scaling-stroke" />
      <polyline className={sparklineStyles.now} points={points(values)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}

function placeOf(at: number, length: number): string {
  return ((at / Math.max(1, length - 1)) * width).toFixed(1);
}
