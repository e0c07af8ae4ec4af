import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from './AdminPage.tsx';

export const metadata: Metadata = { title: 'Nothing here' };

export default function NotFound() {
  return (
    <AdminPage title="There is nothing at this address">
      <p>What it showed may have been removed, or a letter of the address went missing on the way.</p>
      <p>
        <Link href="/admin">Go to the overview</Link>
      </p>
    </AdminPage>
  );
}
