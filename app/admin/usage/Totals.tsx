import type { Connection } from '#db/client.ts';
import { readRequests } from '#db/usage/questions.ts';
import { latencyPercentile } from '#lib/usage/latency.ts';
import { type Outcome, outcomeOf } from '#lib/usage/outcome.ts';
import { durationWords, shareWords } from '#lib/usage/words.ts';
import { Tiles } from './Tiles.tsx';
import type { UsageQuestion } from './usage-question.ts';

interface TotalsProps {
  readonly connection: Connection;
  readonly question: UsageQuestion;
  readonly latencies: readonly { readonly bucket: number; readonly count: number }[];
}

/** The totals of the period. */
export function Totals({ connection, question: { period, api }, latencies }: TotalsProps) {
  const counts = new Map<Outcome, number>();
  let requests = 0;
  for (const { status, count } of readRequests(connection, { span: period.kind.span, from: period.from, api })) {
    requests += count;
    counts.set(outcomeOf(status), (counts.get(outcomeOf(status)) ?? 0) + count);
  }
  const share = (outcome: Outcome) => shareWords(counts.get(outcome) ?? 0, requests);
  const buckets = latencies.map(({ bucket, count }) => [bucket, count] as const);
  const within = (percent: number) => {
    const ms = latencyPercentile(buckets, percent);
    return ms === undefined ? '–' : durationWords(ms);
  };
  return (
    <Tiles
      tiles={[
        { title: 'Requests', value: requests.toLocaleString('en-NZ') },
        { title: 'Answered', value: share('answered') },
        { title: 'Refused', value: share('refused') },
        { title: 'Over the limit', value: share('over the limit') },
        { title: 'Invalid requests', value: share('invalid request') },
        { title: 'Server errors', value: share('server error') },
        { title: 'Median response time (p50)', value: within(50) },
        { title: '95 % within (p95)', value: within(95) },
        { title: '99 % within (p99)', value: within(99) },
      ]}
    />
  );
}
