import { parseFormat, rowsAsFile } from '#app/admin/export/exported-list.ts';
import { exportedLists } from '#app/admin/export/lists.ts';
import { requireStaff } from '#app/admin/guard.ts';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';

/** A list of the staff screens as a file, with the filters of its screen: `?format=csv` or `ndjson`. */
export async function GET(request: Request, context: { params: Promise<{ list: string }> }): Promise<Response> {
  const { list: name } = await context.params;
  const list = exportedLists.get(name);
  await requireStaff(list?.role);
  const { searchParams } = new URL(request.url);
  const format = parseFormat(searchParams.get('format'));
  if (list === undefined) return plainText(404, 'There is no such list.');
  if (format === undefined) return plainText(400, 'The format must be csv or ndjson.');
  const nowMs = now();
  const rows = list.rows(connections().reader, Object.fromEntries(searchParams), nowMs);
  return rowsAsFile(rows, { name, format, nowMs });
}

function plainText(status: number, sentence: string): Response {
  return new Response(`${sentence}\n`, {
    status,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private, no-store' },
  });
}
