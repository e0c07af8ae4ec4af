import type { Metadata } from 'next';
import { AccountUsage } from '#app/admin/things/AccountUsage.tsx';
import { openUser, type UserParams, UserScreen } from '#app/admin/users/UserScreen.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';
import { keysOfUser } from '#db/access/users.ts';
import { connections } from '#db/client.ts';

export const metadata: Metadata = { title: 'User: usage' };

interface UserUsageProps extends ListPageProps {
  readonly params: UserParams;
}

export default async function UserUsagePage({ params, searchParams }: UserUsageProps) {
  const opened = await openUser(params);
  const keys = keysOfUser(connections().reader.db, opened.user.id);
  return (
    <UserScreen opened={opened}>
      <AccountUsage
        api="broadband"
        accountIds={keys.map(({ id }) => id)}
        path={`${opened.path}/usage`}
        params={await searchParams}
      />
    </UserScreen>
  );
}
