import type { Metadata } from 'next';
import { IssueKeyForm } from '#app/admin/users/KeyForm.tsx';
import { KeyTable } from '#app/admin/users/KeyTable.tsx';
import { openUser, type UserParams, UserScreen } from '#app/admin/users/UserScreen.tsx';
import { DrawerButton } from '#components/admin/forms/DrawerButton.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';

export const metadata: Metadata = { title: 'User' };

interface UserPageProps extends ListPageProps {
  readonly params: UserParams;
}

/** The keys of a user; `?add` opens the form for the next one. */
export default async function UserPage({ params, searchParams }: UserPageProps) {
  const opened = await openUser(params);
  const given = await searchParams;
  const { user, path, mayEdit } = opened;
  return (
    <UserScreen opened={opened}>
      {mayEdit && (
        <div>
          <DrawerButton label="Issue a key" isOpenAtFirst={given.add !== undefined}>
            <IssueKeyForm userId={user.id} />
          </DrawerButton>
        </div>
      )}
      <KeyTable
        path={path}
        params={given}
        mayEdit={mayEdit}
        userId={user.id}
        empty={`This user has no keys yet. ${mayEdit ? 'Issue the first one above.' : 'An editor can issue the first one.'}`}
      />
    </UserScreen>
  );
}
