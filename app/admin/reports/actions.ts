'use server';

import type { z } from 'zod';
import { staffEdit } from '#app/admin/staff-change.ts';
import { changeReport, type findings } from '#flows/reports/change-report.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';

export type ReportValues = z.output<typeof findings>;

export async function saveReport(id: number, changed: Partial<ReportValues>, opened: Opened) {
  return await staffEdit('editor', changeReport.input, { ...changed, id }, opened, changeReport);
}
