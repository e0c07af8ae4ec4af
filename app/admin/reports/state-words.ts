import type { ReportState } from '#db/reports/reports.ts';

/** The state of a report, in words. */
export const stateWords: Readonly<Record<ReportState, string>> = { open: 'Open', done: 'Done' };
