import { auditFilterOf } from '#app/admin/audit/filter.ts';
import { mapRows, parseFormat, plainText, rowsAsFile, wrongFilter } from '#app/admin/export/exported-list.ts';
import { requireStaff } from '#app/admin/guard.ts';
import { auditEntries } from '#db/audit/list.ts';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { formatAuckland } from '#lib/time/auckland.ts';

/** The list of the audit screen as a file, newest first: `?format=csv` or `ndjson`. */
export async function GET(request: Request): Promise<Response> {
  await requireStaff();
  const { searchParams } = new URL(request.url);
  const wrong = wrongFilter(searchParams);
  if (wrong !== undefined) return plainText(400, wrong);
  const entries = auditEntries(connections().reader, auditFilterOf(Object.fromEntries(searchParams)));
  const rows = mapRows(entries, ({ id, at, who, address, action, subject, before, after, hash }) => ({
    row: id,
    when: formatAuckland(at),
    who,
    address,
    action,
    subject,
    before,
    after,
    hash,
  }));
  const format = parseFormat(searchParams.get('format')) ?? 'csv';
  return rowsAsFile(rows, { name: 'audit', format, nowMs: now() });
}
