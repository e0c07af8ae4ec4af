import { OutcomeState } from '#app/admin/own/reports/OutcomeState.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import type { NamedAnswer } from '#db/reports/answers.ts';

const columns: readonly Column<NamedAnswer>[] = [
  { key: 'who', title: 'Whose answer', render: ({ provider }) => provider ?? 'Staff' },
  { key: 'outcome', title: 'Answer', render: ({ outcome }) => <OutcomeState outcome={outcome} /> },
  { key: 'delivery', title: 'Delivery', isNumber: true, render: ({ delivery }) => delivery },
  { key: 'words', title: 'For the visitor', render: ({ words }) => <bdi>{words}</bdi> },
  { key: 'by', title: 'Answered by', render: ({ answeredBy }) => answeredBy ?? '' },
  { key: 'at', title: 'Answered', render: ({ answeredAt }) => <Instant at={answeredAt} never="Not yet" /> },
];

/** The answers to a report, and who has not answered yet. */
export function AnswerList({ answers }: { readonly answers: readonly NamedAnswer[] }) {
  return (
    <DataTable
      label="answers"
      columns={columns}
      rows={answers}
      rowKey={({ id }) => id}
      empty={<p>No known provider was named in the answer.</p>}
    />
  );
}
