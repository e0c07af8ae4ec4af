import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { NetworkForm, PasteForm } from '#app/admin/registrars/NetworkForm.tsx';
import { rowsPerPage, type SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { listRegistrarNames } from '#db/access/registrars.ts';
import { connections } from '#db/client.ts';

export const metadata: Metadata = { title: 'Allow an address' };

/** Allows addresses, such as those chosen on another screen (`?address=`, once or more often), for any registrar. */
export default async function AllowPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  await requireStaff('editor');
  const addresses = addressesOf((await searchParams).address);
  const registrars = listRegistrarNames(connections().reader);
  return (
    <AdminPage title="Allow an address" intro="Make sure that the address is the registrar’s before you allow it.">
      <Section title={addresses.length > 1 ? 'Addresses' : 'Address or network'}>
        {registrars.length === 0 ? (
          <p>
            No registrars yet. <Link href="/admin/registrars/new">Add the first one</Link>
          </p>
        ) : addresses.length > 1 ? (
          <PasteForm registrars={registrars} lines={addresses.join('\n')} />
        ) : (
          <NetworkForm registrars={registrars} network={addresses[0] ?? ''} />
        )}
      </Section>
    </AdminPage>
  );
}

function addressesOf(asked: SearchParams[string]): readonly string[] {
  const texts = typeof asked === 'string' ? [asked] : (asked ?? []);
  return texts.slice(0, rowsPerPage).map((text) => text.slice(0, 100));
}
