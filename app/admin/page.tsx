import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { homeOf, isRoleEnough } from '#lib/staff/role.ts';
import { AdminPage } from './AdminPage.tsx';
import { requireStaff } from './guard.ts';
import { Coming } from './overview/Coming.tsx';
import { CommonTasks } from './overview/CommonTasks.tsx';
import { DataCards } from './overview/DataCards.tsx';
import { FirstSteps } from './overview/FirstSteps.tsx';
import { Problems } from './overview/Problems.tsx';
import { Today } from './overview/Today.tsx';
import { WorkInProgress } from './overview/WorkInProgress.tsx';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  const { role } = await requireStaff('own account');
  if (!isRoleEnough(role, 'viewer')) redirect(homeOf(role));
  const { reader } = connections();
  const nowMs = now();
  const mayEdit = isRoleEnough(role, 'editor');
  return (
    <AdminPage title="Overview">
      <FirstSteps connection={reader} />
      <Problems connection={reader} nowMs={nowMs} mayAcknowledge={mayEdit} />
      {mayEdit && <CommonTasks />}
      <WorkInProgress connection={reader} />
      <Today connection={reader} nowMs={nowMs} mayAllow={mayEdit} />
      <Coming connection={reader} nowMs={nowMs} mayPublish={mayEdit} />
      <DataCards connection={reader} mayBackUp={isRoleEnough(role, 'admin')} />
    </AdminPage>
  );
}
