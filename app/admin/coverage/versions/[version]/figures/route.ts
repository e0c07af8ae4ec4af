import { getFiguresView } from '#app/admin/coverage/versions/[version]/version-view.ts';
import { guardRead } from '#app/admin/guard.ts';
import { numberOf } from '#components/admin/lists/list-state.ts';

/** How far the figures and the map of a version are, for the page that shows it. */
export async function GET(_request: Request, { params }: { params: Promise<{ version: string }> }): Promise<Response> {
  const reader = await guardRead();
  if (!reader.ok) return answer({ code: reader.status, error: reader.sentence }, reader.status);
  const view = getFiguresView(numberOf((await params).version));
  return view === undefined ? answer({ code: 404, error: 'This version does not exist.' }, 404) : answer(view, 200);
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}
