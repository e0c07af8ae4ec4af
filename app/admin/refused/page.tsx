import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { getExchange } from '#lib/http/exchange.ts';
import { needs as allNeeds, homeOf, leastRole, roleWords } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Not allowed' };

export default async function RefusedPage({ searchParams }: { searchParams: Promise<{ needs?: string | string[] }> }) {
  const { role } = await requireStaff('own account');
  getExchange()?.setPageStatus?.(403);
  const { needs } = await searchParams;
  const needed = leastRole(allNeeds.find((known) => known === needs) ?? 'admin');
  return (
    <AdminPage title="Your role cannot open this screen">
      <p>
        Your role is <strong>{roleWords[role]}</strong>. This screen needs <strong>{roleWords[needed]}</strong>.
      </p>
      <p>An administrator can change your role under “Staff”.</p>
      <p>
        <Link href={homeOf(role)}>Go to the overview</Link>
      </p>
    </AdminPage>
  );
}
