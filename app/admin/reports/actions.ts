'use server';

import type { z } from 'zod';
import { staffChange } from '#app/admin/staff-change.ts';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { changeReport } from '#flows/reports/change-report.ts';

export type ReportValues = Omit<z.input<typeof changeReport.input>, 'id'>;

export async function saveReport(id: number, values: ReportValues): Promise<ActionResult<void>> {
  return await staffChange('editor', changeReport.input, { ...values, id }, changeReport);
}
