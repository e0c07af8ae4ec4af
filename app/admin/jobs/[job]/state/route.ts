import { guardRead } from '#app/admin/guard.ts';
import { jobView } from '#app/admin/jobs/job-list.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { connections } from '#db/client.ts';
import { getJob } from '#db/jobs/jobs.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

/** The state of a job, for the page that shows it. */
export async function GET(_request: Request, { params }: { params: Promise<{ job: string }> }): Promise<Response> {
  const reader = await guardRead('job state');
  if (!reader.ok) return answer({ code: reader.status, error: reader.sentence }, reader.status);
  const job = getJob(connections().reader, numberOf((await params).job));
  const { role, providerId } = reader.staff;
  const isHidden = !isRoleEnough(role, 'viewer') && (providerId === null || job?.providerId !== providerId);
  return job === undefined || isHidden
    ? answer({ code: 404, error: 'This job does not exist.' }, 404)
    : answer(jobView(job), 200);
}

function answer(body: object, status: number): Response {
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } });
}
