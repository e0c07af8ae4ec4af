import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireOwnNetwork } from '#app/admin/guard.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { pageOfDeliveries, publishedLayersOf } from '#db/broadband/own/deliveries.ts';
import type { VersionLayer } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { countUnanswered } from '#db/reports/answers.ts';
import { counted } from '#lib/counted.ts';
import { shortDay } from '#lib/time/date-words.ts';
import { deliveryColumns } from './deliveries/delivery-columns.tsx';

export const metadata: Metadata = { title: 'Overview' };

const columns: readonly Column<VersionLayer>[] = [
  { key: 'technology', title: 'Technology', render: ({ technology }) => technology },
  { key: 'delivery', title: 'Delivery', render: ({ delivery }) => delivery },
  { key: 'source', title: 'File', render: ({ source }) => source },
  { key: 'asOf', title: 'As of', render: ({ asOf }) => (asOf === null ? '' : shortDay(asOf)) },
  { key: 'parts', title: 'Polygons', isNumber: true, render: ({ parts }) => parts.toLocaleString('en-NZ') },
];

const shownDeliveries = 5;

/** The first screen of a provider's people: what is published of theirs, and what waits. */
export default async function OwnOverviewPage() {
  const own = await requireOwnNetwork();
  const { reader } = connections();
  const unanswered = countUnanswered(reader.db, own.id);
  const deliveries = pageOfDeliveries(reader, own.id, { page: 1, pageSize: shownDeliveries });
  return (
    <AdminPage title={own.name} actions={<LinkButton href="/admin/own/import">Deliver coverage</LinkButton>}>
      <Section title="Reports">
        <p>
          {waitingWords(unanswered)}{' '}
          <Link href="/admin/own/reports" prefetch={false}>
            {unanswered === 0 ? 'All reports' : 'Answer them'}
          </Link>
        </p>
      </Section>
      <Section title="Deliveries">
        <DataTable
          label="deliveries"
          columns={deliveryColumns}
          rows={deliveries.rows}
          rowKey={({ id }) => id}
          empty={<p>Nothing was delivered yet.</p>}
        />
        {deliveries.total > shownDeliveries && (
          <p>
            <Link href="/admin/own/deliveries" prefetch={false}>
              All {deliveries.total} deliveries
            </Link>
          </p>
        )}
      </Section>
      <Section title="Published layers" intro="What the map and the API answer with now.">
        <DataTable
          label="published layers"
          columns={columns}
          rows={publishedLayersOf(reader, own.id)}
          rowKey={({ id }) => id}
          empty={<p>No coverage of {own.name} is published.</p>}
        />
      </Section>
    </AdminPage>
  );
}

function waitingWords(unanswered: number): string {
  if (unanswered === 0) return 'No report waits for your answer.';
  return `${counted(unanswered, 'report waits', 'reports wait')} for your answer.`;
}
