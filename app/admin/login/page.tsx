import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { refusedSentence } from '#app/admin/login/openid/refusal.ts';
import { getSession } from '#app/admin/session.ts';
import { Section } from '#components/admin/Section.tsx';
import { settings } from '#lib/env.ts';
import { beginOpenIdSignIn } from './actions.ts';
import { LoginForm, OpenIdButton, PasskeyButton } from './LoginForm.tsx';

export const metadata: Metadata = { title: 'Sign in' };

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ refused?: string | string[] }> }) {
  const session = await getSession();
  if (session?.state === 'needs-second-factor') redirect('/admin/login/second-factor');
  if (session !== undefined) redirect('/admin');
  const { openId } = settings();
  const { refused } = await searchParams;
  return (
    <AdminPage title="Sign in">
      {openId !== undefined && (
        <Section title={`With ${openId.name}`}>
          <OpenIdButton
            label={`Sign in with ${openId.name}`}
            action={beginOpenIdSignIn}
            refused={refusedSentence(refused, openId.name)}
            variant="filled"
          />
        </Section>
      )}
      <Section
        title={openId === undefined ? 'With your password' : 'Or with your password'}
        intro={openId?.exceptFor && `Only for the one account that is kept for when ${openId.name} is down.`}
      >
        <LoginForm />
      </Section>
      <Section title="Or with a passkey" intro="Your device asks for your fingerprint, your face or its PIN.">
        <PasskeyButton />
      </Section>
    </AdminPage>
  );
}
