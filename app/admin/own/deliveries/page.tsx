import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireOwnNetwork } from '#app/admin/guard.ts';
import { JobStateWord } from '#app/admin/jobs/job-list.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type ListPageProps, readList } from '#components/admin/lists/list-state.ts';
import { StaffList } from '#components/admin/lists/StaffList.tsx';
import { Section } from '#components/admin/Section.tsx';
import { listOpenImports, pageOfDeliveries } from '#db/broadband/own/deliveries.ts';
import { connections } from '#db/client.ts';
import { deliveryColumns } from './delivery-columns.tsx';

export const metadata: Metadata = { title: 'Deliveries' };

const description = { path: '/admin/own/deliveries', what: 'deliveries' } as const;

export default async function DeliveriesPage({ searchParams }: ListPageProps) {
  const own = await requireOwnNetwork();
  const { reader } = connections();
  const list = readList(await searchParams, description);
  const imports = listOpenImports(reader, own.id);
  return (
    <AdminPage
      title="Deliveries"
      intro={`What was imported for ${own.name}, newest first. Staff publish it.`}
      actions={<LinkButton href="/admin/own/import">Deliver coverage</LinkButton>}
    >
      {imports.length > 0 && (
        <Section title="Imports without a delivery yet">
          <ul>
            {imports.map(({ id, title, state }) => (
              <li key={id}>
                <Link prefetch={false} href={`/admin/own/work/${id}`}>
                  {title} (job {id})
                </Link>{' '}
                <JobStateWord state={state} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <StaffList
        list={list}
        columns={deliveryColumns}
        page={pageOfDeliveries(reader, own.id, list.query)}
        empty="Nothing was delivered yet."
      />
    </AdminPage>
  );
}
