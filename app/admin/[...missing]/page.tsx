import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';

/** Any address below /admin that no screen has: told inside the staff screens' own frame. */
export default async function MissingPage() {
  await requireStaff();
  notFound();
}
