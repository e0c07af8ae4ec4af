import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Section } from '#components/admin/Section.tsx';
import { InviteForm } from './InviteForm.tsx';

export const metadata: Metadata = { title: 'Invite somebody' };

export default async function InvitePage() {
  await requireStaff('admin');
  return (
    <AdminPage
      title="Invite somebody"
      intro="You get a link to send to them. With it they set a password of their own; it works once, within 24 hours."
    >
      <Section title="The invitation">
        <InviteForm />
      </Section>
    </AdminPage>
  );
}
