import type { Metadata } from 'next';
import { openRegistrar, type RegistrarParams, RegistrarScreen } from '#app/admin/registrars/RegistrarScreen.tsx';
import { History } from '#app/admin/things/History.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';
import { registrarRecord } from '#flows/access/registrars.ts';

export const metadata: Metadata = { title: 'Registrar: history' };

interface RegistrarHistoryProps extends ListPageProps {
  readonly params: RegistrarParams;
}

export default async function RegistrarHistoryPage({ params, searchParams }: RegistrarHistoryProps) {
  const opened = await openRegistrar(params);
  return (
    <RegistrarScreen opened={opened}>
      <History
        record={registrarRecord(opened.registrar.id)}
        path={`${opened.path}/history`}
        params={await searchParams}
      />
    </RegistrarScreen>
  );
}
