import type { ReportState } from '#db/reports/reports.ts';

/** The words for the state of a report. */
export const stateWords: Readonly<Record<ReportState, string>> = { open: 'Open', done: 'Done' };
