import type { Metadata } from 'next';
import { History } from '#app/admin/things/History.tsx';
import { openUser, type UserParams, UserScreen } from '#app/admin/users/UserScreen.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';
import { userRecord } from '#flows/access/users.ts';

export const metadata: Metadata = { title: 'User: history' };

interface UserHistoryProps extends ListPageProps {
  readonly params: UserParams;
}

export default async function UserHistoryPage({ params, searchParams }: UserHistoryProps) {
  const opened = await openUser(params);
  return (
    <UserScreen opened={opened}>
      <History record={userRecord(opened.user.id)} path={`${opened.path}/history`} params={await searchParams} />
    </UserScreen>
  );
}
