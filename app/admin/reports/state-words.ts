import type { ReportState } from '#db/point-reports.ts';

/** The state of a report, in words. */
export const stateWords: Readonly<Record<ReportState, string>> = { open: 'Open', done: 'Done' };
