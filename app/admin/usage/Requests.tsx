import type { Connection } from '#db/client.ts';
import { outcomes } from '#lib/usage/outcome.ts';
import { startWords } from '#lib/usage/words.ts';
import { ChartCard, countWords } from './ChartCard.tsx';
import { Choice } from './Choice.tsx';
import { requestsStack } from './requests-stack.ts';
import { groupings, type UsageQuestion, usageHref } from './usage-question.ts';

const outcomeNames: readonly string[] = outcomes;

/** Requests over the period, grouped as the page's address says. */
export function Requests({ connection, question }: { connection: Connection; question: UsageQuestion }) {
  const { period, by } = question;
  const { series, points } = requestsStack(connection, question);
  const unit = period.kind.span === 'hour' ? 'hour' : 'day';
  const groupedBy = groupings.find(({ key }) => key === by)?.title.toLowerCase();
  return (
    <ChartCard
      kind="requests"
      title={`Requests per ${unit}`}
      label={`Requests per ${unit} by ${groupedBy}`}
      choice={
        <Choice
          label="Group by"
          chosen={by}
          options={groupings.map((grouping) => ({ ...grouping, href: usageHref(question, { by: grouping.key }) }))}
        />
      }
      empty={series.length === 0 ? 'There were no requests of this kind in this period.' : undefined}
      series={series.map((name, at) => ({ name, colour: by === 'outcome' ? outcomeNames.indexOf(name) : at }))}
      points={points.map((point) => ({ ...point, label: startWords(period.kind.span, point.startsAt) }))}
      words={countWords}
    />
  );
}
