import { guardRead } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/page-wanted.ts';
import { jobView } from '#app/admin/work/job-view.ts';
import { connections } from '#db/client.ts';
import { getJob } from '#db/jobs/jobs.ts';

const headers = { 'Cache-Control': 'no-store' };

/** How a piece of work stands, for the page that shows it. */
export async function GET(_request: Request, { params }: { params: Promise<{ work: string }> }): Promise<Response> {
  const reader = await guardRead();
  if (!reader.ok)
    return Response.json({ code: reader.status, error: reader.sentence }, { status: reader.status, headers });
  const work = getJob(connections().reader, numberOf((await params).work));
  if (work === undefined)
    return Response.json({ code: 404, error: 'There is no such work.' }, { status: 404, headers });
  return Response.json(jobView(work), { headers });
}
