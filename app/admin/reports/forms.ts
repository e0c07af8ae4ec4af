import { z } from 'zod';
import { reportStates } from '#db/point-reports.ts';
import { paragraph, rowId } from '../form-fields.ts';

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
