'use server';

import { change } from '#app/admin/change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { changeReport } from '#db/reports/reports.ts';
import { type ReportValues, reportFields } from './forms.ts';

/** Says what was found out about a report, and whether it is done. */
export async function saveReport(id: number, values: ReportValues): Promise<ActionResult<undefined>> {
  return await change('editor', reportFields, { ...values, id }, (db, { id: reportId, ...after }, by) => {
    changeReport(db, reportId, after, by);
    return undefined;
  });
}
