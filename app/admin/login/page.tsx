import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { getSession } from '#app/admin/session.ts';
import { Section } from '#components/admin/Section.tsx';
import { LoginForm } from './LoginForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default async function LoginPage() {
  const session = await getSession();
  if (session?.state === 'needs-second-factor') redirect('/admin/login/second-factor');
  if (session !== undefined) redirect('/admin');
  return (
    <AdminPage title="Sign in">
      <Section title="With your password">
        <LoginForm />
      </Section>
      <Section title="Or with a passkey" intro="Your device asks for your fingerprint, your face or its PIN.">
        <PasskeyButton />
      </Section>
    </AdminPage>
  );
}
