import { parseFormat, rowsAsFile } from '#app/admin/export/exported-list.ts';
import { requireOwnNetwork } from '#app/admin/guard.ts';
import { exportedOwnReports } from '#app/admin/own/reports/own-report-list.tsx';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';

/** The reports to a network provider as a file, with the filters of their screen: `?format=csv` or `ndjson`. */
export async function GET(request: Request): Promise<Response> {
  const own = await requireOwnNetwork();
  const { searchParams } = new URL(request.url);
  const rows = exportedOwnReports(connections().reader, own.id, Object.fromEntries(searchParams));
  const format = parseFormat(searchParams.get('format')) ?? 'csv';
  return rowsAsFile(rows, { name: 'reports', format, nowMs: now() });
}
