import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { KeyTable } from '#app/admin/users/KeyTable.tsx';
import { userScreens } from '#app/admin/users/user-list.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';

export const metadata: Metadata = { title: 'Keys' };

export default async function KeysPage({ searchParams }: ListPageProps) {
  const { mayEdit } = await requireStaff();
  const path = '/admin/users/keys';
  return (
    <AdminPage
      navigation={<SubNavigation label="Users and keys" screens={userScreens} />}
      title="Users and keys"
      intro="All keys of the broadband service, by the six characters after “watea” (of older keys, the first six)."
    >
      <KeyTable
        path={path}
        params={await searchParams}
        mayEdit={mayEdit}
        empty={
          <>
            There are no keys yet. Keys are issued to a user: <Link href="/admin/users">choose one</Link>
          </>
        }
      />
    </AdminPage>
  );
}
