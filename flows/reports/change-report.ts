import { z } from 'zod';
import { recordChange } from '#db/audit/record-change.ts';
import { getReport, reportStates, updateReport } from '#db/reports/reports.ts';
import { change } from '#flows/change.ts';
import { oneOf, paragraph, rowId } from '#lib/fields.ts';
import { required } from '#lib/refusal.ts';

/** Records what staff found out about a report, and whether it is done. The audit log has nothing of the visitor. */
export const changeReport = change(
  z.object({ id: rowId, state: oneOf(reportStates), note: paragraph() }),
  (db, { id, ...after }, { actor, nowMs }): void => {
    const current = required(getReport({ db }, id), { code: 'report-gone' });
    const before = { state: current.state, note: current.note };
    if (before.state === after.state && before.note === after.note) return;
    updateReport(db, id, { ...after, handledBy: actor.who, handledAt: nowMs });
    recordChange(db, { actor, action: 'report.change', subject: `report ${id}`, before, after }, nowMs);
  },
);
