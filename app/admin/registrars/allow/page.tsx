import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { NetworkForm } from '#app/admin/registrars/NetworkForm.tsx';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { listRegistrarNames } from '#db/access/registrars.ts';
import { connections } from '#db/client.ts';

export const metadata: Metadata = { title: 'Allow an address' };

/** Allows an address, such as one linked from another screen (`?address=`), for any registrar. */
export default async function AllowPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff('editor');
  const asked = (await searchParams).address;
  const registrars = listRegistrarNames(connections().reader);
  return (
    <AdminPage title="Allow an address" intro="Make sure that the address is the registrar’s before you allow it.">
      <Section title="Address or network">
        {registrars.length === 0 ? (
          <p>
            No registrars yet. <Link href="/admin/registrars/new">Add the first one</Link>
          </p>
        ) : (
          <NetworkForm registrars={registrars} network={typeof asked === 'string' ? asked.slice(0, 100) : ''} />
        )}
      </Section>
    </AdminPage>
  );
}
