'use server';

import type { z } from 'zod';
import { staffEdit } from '#app/admin/staff-change.ts';
import { type AnswerFields, answerReport, changeReport, type findings } from '#flows/reports/reports.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';

export type ReportValues = z.output<typeof findings>;

export async function saveReport(id: number, changed: Partial<ReportValues>, opened: Opened) {
  return await staffEdit('editor', changeReport.input, { ...changed, id }, opened, changeReport);
}

const answerInput = answerReport.input.omit({ own: true });

/** Answers a report for staff. */
export async function answerAsStaff(report: number, changed: Partial<AnswerFields>, opened: Opened) {
  return await staffEdit('editor', answerInput, { ...changed, report }, opened, answerReport);
}
