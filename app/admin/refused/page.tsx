import type { Metadata } from 'next';
import { roles, roleWords } from '#lib/access/staff/role.ts';
import { AdminPage } from '../../../components/admin/AdminPage.tsx';
import { requireStaff } from '../guard.ts';

export const metadata: Metadata = { title: 'Not yours to open' };

export default async function RefusedPage({ searchParams }: { searchParams: Promise<{ needs?: string | string[] }> }) {
  const { role } = await requireStaff();
  const { needs } = await searchParams;
  const needed = roles.find((known) => known === needs) ?? 'admin';
  return (
    <AdminPage title="Your role may not open this screen">
      <p>
        Yours is <strong>{roleWords[role]}</strong>. The screen is for <strong>{roleWords[needed]}</strong>.
      </p>
      <p>An administrator can change your role under “Staff”.</p>
    </AdminPage>
  );
}
