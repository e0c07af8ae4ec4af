import { exportedPages } from '#app/admin/export/exported-list.ts';
import { pageOfReports, reportSorts } from '#db/reports/reports.ts';
import { degreesText, longitudeOf, type Point } from '#lib/broadband/point.ts';
import { isoAuckland } from '#lib/time/auckland.ts';
import { shortTime } from '#lib/time/date-words.ts';
import { stateWords } from './state-words.ts';

/** The list of visitors' reports. */
export const reportList = {
  path: '/admin/reports',
  what: 'reports',
  sorts: reportSorts,
  startsDescending: true,
  filters: {
    search: { label: 'Search', placeholder: 'Text of the visitor or of staff' },
    state: { label: 'State', choices: stateWords },
  },
} as const;

/** Without the email addresses of visitors, who gave them for an answer only. */
export const exportedReports = exportedPages(
  reportList,
  pageOfReports,
  ({ id, what, state, note, y, x, versionId, createdAt, handledBy, handledAt }) => ({
    id,
    what,
    state,
    note,
    ...pointFields({ y, x }),
    version: versionId,
    received: isoAuckland(createdAt),
    handledBy,
    handled: isoAuckland(handledAt),
  }),
);

/** A point as a file has it, in degrees. */
export function pointFields(point: Point): { readonly latitude: number; readonly longitude: number } {
  return { latitude: Number(degreesText(point.y)), longitude: Number(degreesText(longitudeOf(point))) };
}

interface Delivered {
  readonly id: number;
  readonly source: string | null;
  readonly createdAt: number;
}

/** A delivery as a form offers it. */
export function deliveryChoice({ id, source, createdAt }: Delivered) {
  return { value: String(id), label: `Delivery ${id}: ${source ?? 'no file'}, ${shortTime(createdAt)}` };
}
