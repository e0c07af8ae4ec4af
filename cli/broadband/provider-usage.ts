import { type Command, Option } from 'commander';
import { act, type CommandContext, type CommandResult } from '#cli/command-line.ts';
import { deliveriesSince, reportsSince } from '#db/broadband/own/provider-usage.ts';
import { requireProviderByName } from '#db/broadband/providers.ts';
import { counted } from '#lib/counted.ts';
import { dayOf } from '#lib/time/auckland.ts';
import { lastMonths, monthOf, monthPeriods, monthWords } from '#lib/usage/period.ts';

interface UsageOptions {
  readonly period: string;
}

/** `providers usage`: what a provider delivered and was asked by visitors, by month, as its page shows it. */
export function addProviderUsage(providers: Command): void {
  const keys = monthPeriods.map(({ key }) => key);
  act<UsageOptions>(
    providers
      .command('usage')
      .description('show deliveries and reports of a provider by month')
      .argument('<name>')
      .addOption(new Option('--period <period>', 'how many months').choices(keys).default(keys[0])),
    describeUsage,
  );
}

function describeUsage(
  { database: { reader }, nowMs }: CommandContext,
  { period }: UsageOptions,
  given = '',
): CommandResult {
  const { id, name } = requireProviderByName(reader.db, given);
  const months = lastMonths(nowMs, monthPeriods.find(({ key }) => key === period)?.length ?? 0);
  const since = months[0] ?? nowMs;
  const deliveries = deliveriesSince(reader, id, since);
  const reports = reportsSince(reader, id, since);
  const rows = months.map((month) => {
    const isOf = ({ at }: { readonly at: number }) => monthOf(at, months) === month;
    const asked = reports.filter(isOf);
    return {
      month: dayOf(month).slice(0, 7),
      title: monthWords(month),
      deliveries: deliveries.filter(isOf).length,
      byItsPeople: deliveries.filter((each) => isOf(each) && each.isOwn).length,
      reports: asked.length,
      answered: asked.filter(({ outcome }) => outcome !== null).length,
    };
  });
  return {
    lines: rows.map(({ title, ...row }) =>
      [
        title,
        `${counted(row.deliveries, 'delivery', 'deliveries')} (${row.byItsPeople} by its people)`,
        `${counted(row.reports, 'report')} (${row.answered} answered)`,
      ].join('\t'),
    ),
    json: { provider: name, months: rows.map(({ title: _, ...row }) => row) },
  };
}
