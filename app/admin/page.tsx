import type { Metadata } from 'next';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { AdminPage } from './AdminPage.tsx';
import { requireStaff } from './guard.ts';
import { AlertsCard } from './overview/AlertsCard.tsx';
import { AllowlistCard } from './overview/AllowlistCard.tsx';
import { BackupCard } from './overview/BackupCard.tsx';
import { DataCards } from './overview/DataCards.tsx';
import { DataCheckCard } from './overview/DataCheckCard.tsx';
import { KeysCard } from './overview/KeysCard.tsx';
import styles from './overview/overview.module.css';
import { StorageCard } from './overview/StorageCard.tsx';
import { TodayCards } from './overview/TodayCards.tsx';

export const metadata: Metadata = { title: 'Overview' };

export default async function OverviewPage() {
  const { role } = await requireStaff();
  const { reader } = connections();
  const nowMs = now();
  return (
    <AdminPage
      title="Overview"
      intro="The state of both services. Counts are a few seconds old; times are New Zealand’s."
    >
      <div className={styles.cards}>
        <AlertsCard connection={reader} />
        <AllowlistCard connection={reader} />
        <TodayCards connection={reader} nowMs={nowMs} />
        <DataCards connection={reader} nowMs={nowMs} />
        <StorageCard />
        <BackupCard connection={reader} mayBackUp={isRoleEnough(role, 'admin')} />
        <DataCheckCard connection={reader} />
        <KeysCard connection={reader} nowMs={nowMs} />
      </div>
    </AdminPage>
  );
}
