import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { SubNavigation } from '#components/admin/shell/SubNavigation.tsx';
import { type ApiUser, getUser } from '#db/access/users.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { RemoveUserButton } from './RemoveButtons.tsx';

/** What every screen of a user needs. */
export interface OpenedUser {
  readonly user: ApiUser;
  readonly path: string;
  /** Read before the user. */
  readonly revision: number;
  readonly mayEdit: boolean;
}

/** The params of a screen of a user. */
export type UserParams = Promise<{ readonly user: string }>;

/** The user in the address, for people who are signed in. */
export async function openUser(params: UserParams): Promise<OpenedUser> {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const user = getUser(reader, numberOf((await params).user));
  if (user === undefined) notFound();
  return { user, path: `/admin/users/${user.id}`, revision, mayEdit: isRoleEnough(staff.role, 'editor') };
}

interface UserScreenProps {
  readonly opened: OpenedUser;
  readonly children: ReactNode;
}

/** The header and the tabs of a user. */
export function UserScreen({ opened: { user, path, revision, mayEdit }, children }: UserScreenProps) {
  const { id, email, name, organisation } = user;
  return (
    <AdminPage
      navigation={<BackLink href="/admin/users">All users</BackLink>}
      title={email}
      intro={[name, organisation].filter((text) => text !== '').join(', ') || undefined}
      actions={mayEdit && <RemoveUserButton id={id} email={email} revision={revision} />}
      tabs={
        <SubNavigation
          label={`Screens of ${email}`}
          screens={[
            { path, title: 'Keys' },
            { path: `${path}/usage`, title: 'Usage' },
            { path: `${path}/settings`, title: 'Settings' },
            { path: `${path}/history`, title: 'History' },
          ]}
        />
      }
    >
      {children}
    </AdminPage>
  );
}
