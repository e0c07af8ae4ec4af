import { z } from 'zod';
import { getReport, reportStates, updateReport } from '#db/reports/reports.ts';
import { change } from '#flows/change.ts';
import { editRecord, seen } from '#flows/editing.ts';
import { oneOf, paragraph, rowId } from '#lib/fields.ts';
import { required } from '#lib/refusal.ts';

/** What staff record about a report. */
export const findings = z.object({ state: oneOf(reportStates), note: paragraph() });

/** Records what staff found out about a report, and whether it is done. The audit log has nothing of the visitor. */
export const changeReport = change(findings.partial().extend({ id: rowId, seen }), (db, given, by) => {
  const { id, seen: assumed, ...wanted } = given;
  const { state, note } = required(getReport({ db }, id), { code: 'report-gone' });
  const store = (after: z.output<typeof findings>) =>
    updateReport(db, id, { ...after, handledBy: by.actor.who, handledAt: by.nowMs });
  const edit = { record: reportRecord(id), action: 'report.change', subject: `report ${id}` } as const;
  return editRecord(db, { ...edit, present: { state, note }, wanted, seen: assumed, store }, by);
});

/** The name of a report as an edited record. */
export function reportRecord(id: number) {
  return `report ${id}` as const;
}
