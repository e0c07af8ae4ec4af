import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { parseAnswer, type TechnologyResult } from '#lib/map/answer/answer.ts';
import { displayText } from '#lib/map/answer/words.ts';

const columns: readonly Column<TechnologyResult>[] = [
  { key: 'technology', title: 'Technology', render: ({ technology }) => displayText(technology) },
  { key: 'availability', title: 'Availability', render: ({ availability }) => availability },
  {
    key: 'providers',
    title: 'Providers',
    render: ({ providers }) =>
      providers
        .map(({ name, maxDownloadMbps }) => `${displayText(name)}, ${maxDownloadMbps.toLocaleString('en-NZ')} Mbps`)
        .join('; '),
  },
];

/** The API's answer when a report was received. */
export function ReportedAnswer({ answer }: { readonly answer: string }) {
  const results = parseAnswer(JSON.parse(answer)) ?? [];
  return (
    <DataTable
      label="results"
      columns={columns}
      rows={results}
      rowKey={({ technology }) => technology}
      empty={<p>The answer had no results.</p>}
    />
  );
}
