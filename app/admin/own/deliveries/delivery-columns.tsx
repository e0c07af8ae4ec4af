import { Instant } from '#components/admin/Instant.tsx';
import type { Column } from '#components/admin/lists/DataTable.tsx';
import { State } from '#components/admin/State.tsx';
import type { Delivery } from '#db/broadband/own/deliveries.ts';

/** The columns of the deliveries of a provider. */
export const deliveryColumns: readonly Column<Delivery>[] = [
  {
    key: 'number',
    title: 'Delivery',
    href: ({ id }) => `/admin/own/deliveries/${id}`,
    render: ({ id }) => `Delivery ${id}`,
  },
  { key: 'state', title: 'State', render: (delivery) => <DeliveryState {...delivery} /> },
  { key: 'file', title: 'File', render: ({ source }) => source ?? '' },
  { key: 'technologies', title: 'Technologies', render: ({ technologies }) => technologies.join(', ') },
  { key: 'by', title: 'Delivered by', render: ({ deliveredBy }) => deliveredBy ?? 'Staff' },
  { key: 'made', title: 'Imported', render: ({ createdAt }) => <Instant at={createdAt} /> },
];

/** Whether a delivery is published. */
export function DeliveryState({ isPublished, publishedAt }: Pick<Delivery, 'isPublished' | 'publishedAt'>) {
  if (isPublished) return <State kind="good">Published</State>;
  return publishedAt === null ? <State kind="soon">Waits for staff</State> : <State kind="plain">Was published</State>;
}
