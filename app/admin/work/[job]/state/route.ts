import { guardRead } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { jobView } from '#app/admin/work/job-view.ts';
import { connections } from '#db/client.ts';
import { getJob } from '#db/jobs/jobs.ts';

/** The state of a job, for the page that shows it. */
export async function GET(_request: Request, { params }: { params: Promise<{ job: string }> }): Promise<Response> {
  const reader = await guardRead();
  if (!reader.ok) return answer({ code: reader.status, error: reader.sentence }, reader.status);
  const job = getJob(connections().reader, numberOf((await params).job));
  return job === undefined ? answer({ code: 404, error: 'This job does not exist.' }, 404) : answer(jobView(job), 200);
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}
