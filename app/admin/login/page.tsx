import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { getPresence } from '#app/admin/session.ts';
import { Section } from '#components/admin/Section.tsx';
import { LoginForm } from './LoginForm.tsx';
import { PasskeyButton } from './PasskeyButton.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default async function LoginPage() {
  const presence = await getPresence();
  if (presence?.standing === 'second-factor') redirect('/admin/login/second-factor');
  if (presence !== undefined) redirect('/admin');
  return (
    <AdminPage title="Sign in">
      <Section title="With your password">
        <LoginForm />
      </Section>
      <Section title="Or with a passkey" intro="Your device asks for your finger, your face or its PIN.">
        <PasskeyButton />
      </Section>
    </AdminPage>
  );
}
