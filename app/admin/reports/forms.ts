import { z } from 'zod';
import { paragraph, rowId } from '#app/admin/form-fields.ts';
import { reportStates } from '#db/reports/reports.ts';

/** What the form of a report gives. */
export interface ReportValues extends Record<string, unknown> {
  readonly state: string;
  readonly note: string;
}

export const reportFields = z.object({
  id: rowId,
  state: z.enum(reportStates, 'Please choose one of these.'),
  note: paragraph,
});
