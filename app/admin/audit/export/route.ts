import { auditFilterOf } from '#app/admin/audit/filter.ts';
import { requireStaff } from '#app/admin/guard.ts';
import { type AuditEntry, auditEntries } from '#db/audit/list.ts';
import { connections } from '#db/client.ts';
import { csvLine } from '#lib/audit/csv.ts';
import { now } from '#lib/clock.ts';
import { dayOf, formatAuckland } from '#lib/time/auckland.ts';

const header = ['row', 'when', 'who', 'address', 'action', 'subject', 'before', 'after', 'hash'];
const linesAtOnce = 500;

/** The list of the audit screen as a CSV file, newest first. */
export async function GET(request: Request): Promise<Response> {
  await requireStaff();
  const params = Object.fromEntries(new URL(request.url).searchParams);
  const entries = auditEntries(connections().reader, auditFilterOf(params));
  return new Response(csvOf(entries), {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="watea-audit-${dayOf(now())}.csv"`,
      'Cache-Control': 'private, no-store',
    },
  });
}

/** Some lines at a time, so that a long log neither fills the memory nor blocks other requests. */
function csvOf(entries: Generator<AuditEntry>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      // spreadsheets recognise UTF-8 by the byte order mark
      controller.enqueue(encoder.encode(`\uFEFF${csvLine(header)}`));
    },
    pull(controller) {
      let text = '';
      for (let count = 0; count < linesAtOnce; count++) {
        const { value, done } = entries.next();
        if (done === true) break;
        text += lineOf(value);
      }
      if (text === '') controller.close();
      else controller.enqueue(encoder.encode(text));
    },
  });
}

function lineOf({ id, at, who, address, action, subject, before, after, hash }: AuditEntry): string {
  return csvLine([id, formatAuckland(at), who, address, action, subject, before, after, hash]);
}
