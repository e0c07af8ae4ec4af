import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { speedFields } from '#lib/broadband/import/offers/offer-fields.ts';
import type { DefaultSpeeds } from '#lib/broadband/import/offers/speeds.ts';
import { mbpsWords } from '#lib/words/coverage/speeds.ts';
import { speedTitles } from './provider-words.ts';

const columns: readonly Column<DefaultSpeeds>[] = [
  { key: 'technology', title: 'Technology', render: ({ technology }) => technology },
  ...speedFields.map((field) => ({
    key: field,
    title: speedTitles[field],
    isNumber: true,
    render: ({ speeds: { [field]: speed } }: DefaultSpeeds) => (speed === undefined ? 'None' : mbpsWords(speed)),
  })),
];

/** The default speeds of a provider, to read; `empty` is shown without any. */
export function DefaultSpeedsTable({ defaults, empty }: { defaults: readonly DefaultSpeeds[]; empty: string }) {
  return (
    <DataTable
      label="default speeds"
      columns={columns}
      rows={defaults}
      rowKey={({ technology }) => technology}
      empty={<p>{empty}</p>}
    />
  );
}
