import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { PasskeyButton } from '#app/admin/login/PasskeyButton.tsx';
import { getPresence } from '#app/admin/session.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { listPasskeys } from '#db/staff/passkeys.ts';
import { SecondFactorForm } from './SecondFactorForm.tsx';

export const metadata: Metadata = { title: 'Second step' };

export default async function SecondFactorPage() {
  const presence = await getPresence();
  if (presence === undefined) redirect('/admin/login');
  if (presence.standing !== 'second-factor') redirect('/admin');
  const hasPasskeys = listPasskeys(connections().reader, presence.staff.id).length > 0;
  return (
    <AdminPage title="Second step" intro={`Your password is right, ${presence.staff.email}. Now show that it is you.`}>
      {hasPasskeys && (
        <Section title="Your passkey">
          <PasskeyButton />
        </Section>
      )}
      <Section title="A code">
        <SecondFactorForm />
      </Section>
    </AdminPage>
  );
}
