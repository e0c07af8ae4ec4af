import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { PasskeyButton, SecondFactorForm } from '#app/admin/login/LoginForm.tsx';
import { getSession } from '#app/admin/session.ts';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { listPasskeys } from '#db/staff/second-factors.ts';
import { settings } from '#lib/env.ts';
import type { StaffSession } from '#server/access/staff-session.ts';

export const metadata: Metadata = { title: 'Second step' };

export default async function SecondFactorPage() {
  const session = await getSession();
  if (session === undefined) redirect('/admin/login');
  if (session.state !== 'needs-second-factor') redirect('/admin');
  const hasPasskeys = listPasskeys(connections().reader, session.staff.id).length > 0;
  return (
    <AdminPage
      title="Second step"
      intro={`${session.staff.email}, ${firstStepOf(session)}. Now confirm that it is you.`}
    >
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

function firstStepOf({ isOpenId }: StaffSession): string {
  return isOpenId ? `${settings().openId?.name ?? 'OpenID Connect'} has signed you in` : 'your password is right';
}
