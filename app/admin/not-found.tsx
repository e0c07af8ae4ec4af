import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from './AdminPage.tsx';

export const metadata: Metadata = { title: 'Page not found' };

export default function NotFound() {
  return (
    <AdminPage title="Page not found">
      <p>It may have been removed, or there is a mistake in the address.</p>
      <p>
        <Link href="/admin">Go to the overview</Link>
      </p>
    </AdminPage>
  );
}
