import type { Metadata } from 'next';
import { openProvider, type ProviderParams, ProviderScreen } from '#app/admin/providers/ProviderScreen.tsx';
import { History } from '#app/admin/things/History.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';
import { providerRecord } from '#flows/broadband/provider-changes.ts';

export const metadata: Metadata = { title: 'Provider: history' };

interface ProviderHistoryProps extends ListPageProps {
  readonly params: ProviderParams;
}

export default async function ProviderHistoryPage({ params, searchParams }: ProviderHistoryProps) {
  const opened = await openProvider(params);
  return (
    <ProviderScreen opened={opened}>
      <History
        record={providerRecord(opened.provider.id)}
        path={`${opened.path}/history`}
        params={await searchParams}
      />
    </ProviderScreen>
  );
}
