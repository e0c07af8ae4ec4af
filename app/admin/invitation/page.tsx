import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { Section } from '#components/admin/Section.tsx';
import { Invitation } from './Invitation.tsx';

export const metadata: Metadata = { title: 'Set your password', referrer: 'no-referrer' };

export default function InvitationPage() {
  return (
    <AdminPage title="Set your password">
      <Section title="Your sign-in">
        <Invitation />
      </Section>
    </AdminPage>
  );
}
