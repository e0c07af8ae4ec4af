import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';

/** Any other address below /admin: not found, in the frame of the staff screens. */
export default async function MissingPage() {
  await requireStaff('own account');
  notFound();
}
