import { State } from '#components/admin/State.tsx';
import type { Delivery } from '#db/broadband/own/deliveries.ts';

/** Whether a delivery is published. */
export function DeliveryState({ isPublished, publishedAt }: Pick<Delivery, 'isPublished' | 'publishedAt'>) {
  if (isPublished) return <State kind="good">Published</State>;
  return publishedAt === null ? <State kind="soon">Waits for staff</State> : <State kind="plain">Was published</State>;
}
