import { guardRead } from '#app/admin/guard.ts';
import { find } from '#app/admin/search/find.ts';
import type { FoundSuggestion } from '#components/admin/shell/FindBox.tsx';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';

/** How many rows of each kind, and how many in all. */
const [mostOfKind, most] = [3, 8];

/** What a text that is being typed may mean: a list of links. */
export async function GET(request: Request): Promise<Response> {
  const admitted = await guardRead();
  const headers = { 'Cache-Control': 'no-store' };
  if (!admitted.ok)
    return Response.json({ code: admitted.status, error: admitted.sentence }, { status: admitted.status, headers });
  const text = (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 255);
  const finding = { reader: connections().reader, role: admitted.staff.role, nowMs: now() };
  const suggestions = find(finding, text, { isTyping: true }).flatMap(({ title: kind, rows }) =>
    rows.slice(0, mostOfKind).map(
      ({ href, title, detail }): FoundSuggestion => ({
        href,
        title,
        detail: detail === '' ? kind : `${kind}: ${detail}`,
      }),
    ),
  );
  return Response.json(suggestions.slice(0, most), { headers });
}
