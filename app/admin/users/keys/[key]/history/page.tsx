import type { Metadata } from 'next';
import { History } from '#app/admin/things/History.tsx';
import { type KeyParams, KeyScreen, openKey } from '#app/admin/users/KeyScreen.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';
import { keyRecord } from '#flows/access/keys.ts';

export const metadata: Metadata = { title: 'Key: history' };

interface KeyHistoryProps extends ListPageProps {
  readonly params: KeyParams;
}

export default async function KeyHistoryPage({ params, searchParams }: KeyHistoryProps) {
  const opened = await openKey(params);
  return (
    <KeyScreen opened={opened}>
      <History record={keyRecord(opened.apiKey.id)} path={`${opened.path}/history`} params={await searchParams} />
    </KeyScreen>
  );
}
