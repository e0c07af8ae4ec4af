import '@mantine/charts/styles.css';
import { ChartCard, Choice, Tiles } from '#app/admin/usage/ChartCard.tsx';
import styles from '#app/admin/usage/usage.module.css';
import { LiveRefresh } from '#components/admin/LiveRefresh.tsx';
import { deliveriesSince, reportsSince } from '#db/broadband/own/deliveries.ts';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { outcomeNames } from '#lib/reports/outcome.ts';
import type { EpochMs } from '#lib/time/auckland.ts';
import { lastMonths, medianDays, monthOf, monthPeriods, monthWords } from '#lib/usage/period.ts';
import { stackOf } from '#lib/usage/stack.ts';
import { shareWords } from '#lib/usage/words.ts';

interface ProviderUsageProps {
  /** Of the provider. */
  readonly id: number;
  /** The path of the screen. */
  readonly path: string;
  /** The key of a period, as the address has it. */
  readonly period: string | readonly string[] | undefined;
}

const [own, byStaff, open] = ['By its people', 'By staff', 'Not answered'];

/** What a provider delivered by month, and what visitors reported about its coverage; it updates itself. */
export function ProviderUsage({ id, path, period: wanted }: ProviderUsageProps) {
  const period = monthPeriods.find(({ key }) => key === wanted) ?? monthPeriods[0];
  const months = lastMonths(now(), period.length);
  const { reader } = connections();
  const deliveries = deliveriesSince(reader, id, months[0] ?? 0);
  const reports = reportsSince(reader, id, months[0] ?? 0);
  const answered = reports.filter(({ outcome }) => outcome !== null);
  const waits = answered.flatMap(({ at, answeredAt }) => (answeredAt === null ? [] : [answeredAt - at]));
  return (
    <>
      <LiveRefresh />
      <div className={styles.choices}>
        <Choice
          label="Period"
          chosen={period.key}
          options={monthPeriods.map(({ key, title }) => ({ key, title, href: `${path}?period=${key}` }))}
        />
      </div>
      <Tiles
        tiles={[
          { title: 'Deliveries', value: deliveries.length.toLocaleString('en-NZ') },
          { title: own, value: deliveries.filter(({ isOwn }) => isOwn).length.toLocaleString('en-NZ') },
          { title: 'Reports', value: reports.length.toLocaleString('en-NZ') },
          { title: 'Answered', value: shareWords(answered.length, reports.length) },
          { title: 'Half answered within', value: medianDays(waits) ?? '–' },
        ]}
      />
      <MonthlyCounts
        id="deliveries"
        title="Deliveries per month"
        note="Each imported file with coverage of this provider, published or not."
        months={months}
        events={deliveries.map(({ at, isOwn }) => ({ at, series: isOwn ? own : byStaff }))}
        order={[own, byStaff]}
        empty="Nothing was delivered in this period."
      />
      <MonthlyCounts
        id="reports"
        title="Reports per month"
        note="By the month in which a visitor sent it, and the provider’s answer."
        months={months}
        events={reports.map(({ at, outcome }) => ({ at, series: outcome === null ? open : outcomeNames[outcome] }))}
        order={[...Object.values(outcomeNames), open]}
        empty="No visitor reported anything about this provider’s coverage in this period."
      />
    </>
  );
}

interface MonthlyCountsProps {
  /** Of the heading. */
  readonly id: string;
  readonly title: string;
  readonly note: string;
  /** When each month began. */
  readonly months: readonly EpochMs[];
  readonly events: readonly { readonly at: EpochMs; readonly series: string }[];
  /** All series, in order. */
  readonly order: readonly string[];
  readonly empty: string;
}

/** How often something happened in each month, by kind, as a chart and as a table. */
function MonthlyCounts({ id, title, note, months, events, order, empty }: MonthlyCountsProps) {
  const counts = events.flatMap(({ at, series }) => {
    const startsAt = monthOf(at, months);
    return startsAt === undefined ? [] : [{ startsAt, series, count: 1 }];
  });
  const { series, points } = stackOf(months, counts, order);
  const labelled = points.map((point) => ({ ...point, label: monthWords(point.startsAt) }));
  return (
    <ChartCard
      kind="requests"
      id={id}
      title={title}
      label={title}
      note={note}
      empty={series.length === 0 ? empty : undefined}
      series={series.map((name) => ({ name, colour: order.indexOf(name) }))}
      points={labelled}
      spanHead="Month"
    />
  );
}
