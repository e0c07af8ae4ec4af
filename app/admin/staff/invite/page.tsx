import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { providerChoices } from '#app/admin/staff/staff-list.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { areLinksMailed } from '#flows/staff/links.ts';
import { linkLifetimeHours } from '#lib/staff/one-time-link.ts';
import { InviteForm } from './InviteForm.tsx';

export const metadata: Metadata = { title: 'Invite somebody' };

export default async function InvitePage() {
  await requireStaff('admin');
  const isMailed = areLinksMailed();
  return (
    <AdminPage
      title="Invite somebody"
      intro={`${isMailed ? 'They get a link by mail' : 'You get a link to send to them'}. They use it to set their own password. It works once, within ${linkLifetimeHours} hours.`}
    >
      <Section title="The invitation">
        <InviteForm isMailed={isMailed} providers={providerChoices(connections().reader)} />
      </Section>
    </AdminPage>
  );
}
