import type { Connection } from '#db/client.ts';
import { and, count, eq, gt, inArray } from '#db/drizzle.ts';
import { job } from '#db/jobs/schema.ts';
import { isUploadNeeded, listUploadsOf } from '#db/jobs/uploads.ts';
import { isSessionAlive } from '#lib/staff/session.ts';
import { identitiesOf } from './identities.ts';
import { listPasskeys } from './passkeys.ts';
import { staffLink } from './schema.ts';
import { listSessions } from './sessions.ts';
import { getTotp } from './totp.ts';

/** What ends when an account is disabled or removed, as numbers, and the jobs of the person that go on. */
export function whatEnds(reader: Connection, { id, email }: { id: number; email: string }, nowMs: number) {
  const { db } = reader;
  const uploads = listUploadsOf(reader, id).filter((each) => !isUploadNeeded(reader, each.id));
  const unfinished = and(eq(job.who, email), inArray(job.state, ['waiting', 'running']));
  const ownLinks = and(eq(staffLink.staffId, id), gt(staffLink.expiresAt, nowMs));
  return {
    sessions: listSessions(reader, id).filter((each) => isSessionAlive(each, nowMs)).length,
    passkeys: listPasskeys(reader, id).length,
    authenticator: getTotp(reader, id)?.since == null ? 0 : 1,
    links: db.select({ total: count() }).from(staffLink).where(ownLinks).get()?.total ?? 0,
    identities: identitiesOf(reader, id).length,
    uploads: uploads.length,
    jobsThatGoOn: db.select({ total: count() }).from(job).where(unfinished).get()?.total ?? 0,
  };
}
