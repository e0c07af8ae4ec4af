import type { Metadata } from 'next';
import { openRegistrar, type RegistrarParams, RegistrarScreen } from '#app/admin/registrars/RegistrarScreen.tsx';
import { AccountUsage } from '#app/admin/things/AccountUsage.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';

export const metadata: Metadata = { title: 'Registrar: usage' };

interface RegistrarUsageProps extends ListPageProps {
  readonly params: RegistrarParams;
}

export default async function RegistrarUsagePage({ params, searchParams }: RegistrarUsageProps) {
  const opened = await openRegistrar(params);
  return (
    <RegistrarScreen opened={opened}>
      <AccountUsage
        api="registry"
        accountIds={[opened.registrar.id]}
        path={`${opened.path}/usage`}
        params={await searchParams}
      />
    </RegistrarScreen>
  );
}
