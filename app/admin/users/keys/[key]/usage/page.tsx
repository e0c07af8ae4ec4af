import type { Metadata } from 'next';
import { AccountUsage } from '#app/admin/things/AccountUsage.tsx';
import { type KeyParams, KeyScreen, openKey } from '#app/admin/users/KeyScreen.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';

export const metadata: Metadata = { title: 'Key: usage' };

interface KeyUsageProps extends ListPageProps {
  readonly params: KeyParams;
}

export default async function KeyUsagePage({ params, searchParams }: KeyUsageProps) {
  const opened = await openKey(params);
  return (
    <KeyScreen opened={opened}>
      <AccountUsage
        api="broadband"
        accountIds={[opened.apiKey.id]}
        path={`${opened.path}/usage`}
        params={await searchParams}
      />
    </KeyScreen>
  );
}
