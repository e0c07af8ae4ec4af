import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { readList, type SearchParams } from '#components/admin/lists/list-state.ts';
import { connections } from '#db/client.ts';
import { pageOfReleases } from '#db/registry/release-runs.ts';
import { now } from '#lib/clock.ts';
import { windowSeconds } from '#lib/registry/release/release.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { ComingReleases } from './ComingReleases.tsx';
import { MissedRelease } from './MissedRelease.tsx';
import { PastReleases } from './PastReleases.tsx';

export const metadata: Metadata = { title: 'Release jobs' };

export default async function ReleasesPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const staff = await requireStaff();
  const { state, query } = readList(await searchParams, { path: '/admin/register/releases', what: 'past jobs' });
  const { reader } = connections();
  const nowMs = now();
  const { rows, total } = pageOfReleases(reader, query);
  return (
    <RegisterPage
      title="Release jobs"
      intro={`At each midnight the job releases the names whose release date is earlier; they become available ${windowSeconds} seconds later. A missed job runs as soon as it can.`}
    >
      <MissedRelease connection={reader} nowMs={nowMs} mayRun={isRoleEnough(staff.role, 'editor')} />
      {state.page === 1 && <ComingReleases connection={reader} nowMs={nowMs} />}
      <PastReleases rows={rows} total={total} state={state} />
    </RegisterPage>
  );
}
