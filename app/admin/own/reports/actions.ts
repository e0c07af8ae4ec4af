'use server';

import { providerOf } from '#app/admin/guard.ts';
import { completed, staffEdit } from '#app/admin/staff-change.ts';
import { type AnswerFields, answerReport } from '#flows/reports/reports.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';

const input = answerReport.input.omit({ own: true });

/** Answers a report for the provider whose person it is. */
export async function answerOwn(report: number, changed: Partial<AnswerFields>, opened: Opened) {
  return await staffEdit(
    'own provider',
    input,
    { ...changed, report },
    opened,
    completed(answerReport, ({ staff }) => ({ own: providerOf(staff) })),
  );
}
