import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { EntryForm } from '#app/admin/registrars/NetworkForm.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { getNetworkEntry } from '#db/access/networks.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { networkFields } from '#flows/access/networks.ts';

export const metadata: Metadata = { title: 'Change a network' };

interface NetworkPageProps {
  readonly params: Promise<{ registrar: string; network: string }>;
}

export default async function NetworkPage({ params }: NetworkPageProps) {
  await requireStaff('editor');
  const { registrar, network } = await params;
  const { reader } = connections();
  const revision = newestRevision(reader);
  const found = getNetworkEntry(reader, numberOf(network));
  if (found?.entry.registrarId !== numberOf(registrar)) notFound();
  return (
    <AdminPage
      title={found.entry.network}
      intro={`A network of ${found.registrar}. To allow a different network instead, remove this one and add the other.`}
      navigation={<BackLink href={`/admin/registrars/${registrar}`}>{`Back to ${found.registrar}`}</BackLink>}
    >
      <Section title="Note and validity">
        <EntryForm id={found.entry.id} opened={{ revision, fields: networkFields(found.entry) }} />
      </Section>
    </AdminPage>
  );
}
