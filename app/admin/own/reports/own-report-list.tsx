import { type ExportedRow, inBatches, mapRows } from '#app/admin/export/exported-list.ts';
import { pointFields } from '#app/admin/reports/report-list.ts';
import { readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { State } from '#components/admin/State.tsx';
import type { Connection } from '#db/client.ts';
import { askedReportSorts, pageOfAskedReports } from '#db/reports/answers.ts';
import { type Outcome, outcomeNames } from '#lib/reports/outcome.ts';
import { isoAuckland } from '#lib/time/auckland.ts';

/** The list of the reports to a network provider: those without an answer first. */
export const ownReportList = {
  path: '/admin/own/reports',
  what: 'reports',
  sorts: askedReportSorts,
  startsDescending: true,
  filters: {
    search: { label: 'Search', placeholder: 'Text of the visitor or of your answer' },
    state: { label: 'Your answer', choices: { open: 'Not answered', ...outcomeNames } },
  },
} as const;

/** The reports to a provider that match the filters in the address, for its file. */
export function exportedOwnReports(
  reader: Connection,
  providerId: number,
  params: SearchParams,
): Iterable<ExportedRow> {
  const { query } = readList(params, ownReportList);
  const rows = inBatches((next) =>
    pageOfAskedReports(reader, providerId, { ...query, ...next }).rows.map((row) => ({
      ...row,
      id: row.answerId,
      report: row.id,
    })),
  );
  return mapRows(rows, ({ report, what, y, x, versionId, createdAt, outcome, delivery, words, ...answered }) => ({
    id: report,
    what,
    ...pointFields({ y, x }),
    version: versionId,
    received: isoAuckland(createdAt),
    outcome,
    delivery,
    answer: words,
    answeredBy: answered.answeredBy,
    answered: isoAuckland(answered.answeredAt),
  }));
}

/** Whether a report is answered, and how. */
export function OutcomeState({ outcome }: { readonly outcome: Outcome | null }) {
  return outcome === null ? (
    <State kind="soon">Waits for an answer</State>
  ) : (
    <State kind={outcome === 'confirmed' ? 'soon' : 'good'}>{outcomeNames[outcome]}</State>
  );
}
