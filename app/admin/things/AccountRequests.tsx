import { ChartCard, countWords } from '#app/admin/usage/ChartCard.tsx';
import { statusWords } from '#app/admin/usage/requests-stack.ts';
import { type Outcome, outcomeOf, outcomes } from '#lib/usage/outcome.ts';
import type { Period, PeriodKind } from '#lib/usage/period.ts';
import { stackOf } from '#lib/usage/stack.ts';
import { startWords } from '#lib/usage/words.ts';

/** How the requests of one account can be grouped. */
export const requestGroupings = [
  { key: 'outcome', title: 'Outcome' },
  { key: 'status', title: 'Status' },
] as const;
export type RequestGrouping = (typeof requestGroupings)[number]['key'];

interface AccountRequestsProps {
  readonly period: Period<PeriodKind>;
  readonly by: RequestGrouping;
  readonly counts: readonly { readonly startsAt: number; readonly status: number; readonly count: number }[];
}

const unitWords = { quarter: '15 minutes', hour: 'hour', day: 'day' } as const;

/** The requests of a registrar or of some keys over the period, by outcome or status. */
export function AccountRequests({ period, by, counts }: AccountRequestsProps) {
  const { span } = period.kind;
  const named = counts.map((row) => ({
    ...row,
    series: by === 'outcome' ? outcomeOf(row.status) : statusWords(row.status),
  }));
  const order = by === 'outcome' ? outcomes : [...new Set(named.map(({ series }) => series))].sort();
  const { series, points } = stackOf(period.startsAt, named, order);
  return (
    <ChartCard
      kind="requests"
      title={`Requests per ${unitWords[span]}`}
      label={`Requests per ${unitWords[span]} by ${by}`}
      empty={series.length === 0 ? 'There were no requests in this period.' : undefined}
      series={series.map((name, at) => ({ name, colour: by === 'outcome' ? outcomes.indexOf(name as Outcome) : at }))}
      points={points.map((point) => ({ ...point, label: startWords(span, point.startsAt) }))}
      words={countWords}
    />
  );
}
