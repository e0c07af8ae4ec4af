import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { redirectToSignIn } from '#app/admin/guard.ts';
import { beginOpenIdConnection } from '#app/admin/login/actions.ts';
import { OpenIdButton } from '#app/admin/login/LoginForm.tsx';
import { refusedSentence } from '#app/admin/login/openid/refusal.ts';
import { getSession } from '#app/admin/session.ts';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getAccount } from '#db/staff/accounts.ts';
import { identitiesOf } from '#db/staff/identities.ts';
import { countRecoveryCodes, getTotp, listPasskeys } from '#db/staff/second-factors.ts';
import { listSessions } from '#db/staff/sessions.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { roleWords } from '#lib/staff/role.ts';
import { recoveryCodeCount } from '#lib/staff/second-factors.ts';
import { isSessionAlive } from '#lib/staff/session.ts';
import { Authenticator } from './Authenticator.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionList } from './SessionList.tsx';

export const metadata: Metadata = { title: 'Your account' };

interface AccountPageProps {
  readonly searchParams: Promise<{ refused?: string | string[] }>;
}

export default async function AccountPage({ searchParams }: AccountPageProps) {
  const session = await getSession();
  if (session === undefined) redirectToSignIn();
  if (session.state === 'needs-second-factor') redirect('/admin/login/second-factor');
  const { staff, id: sessionId } = session;
  const { reader } = connections();
  const sessions = listSessions(reader, staff.id).filter((each) => isSessionAlive(each, now()));
  const hasPassword = getAccount(reader, staff.id)?.passwordHash != null;
  const mustEnrol = session.state === 'must-enrol';
  // one tree for both states, so that the recovery codes stay on the screen when enrolling is done
  return (
    <AdminPage title="Your account" intro={`${staff.email} · ${roleWords[staff.role]}`}>
      {mustEnrol && (
        <FormError sentence="Everybody must have a second factor here. Set up an authenticator app or a passkey to go on." />
      )}
      <Section
        title="Authenticator app"
        intro="When you sign in, you enter your password and then the six digits that an app on your phone shows."
      >
        <Authenticator
          isOn={getTotp(reader, staff.id)?.since != null}
          codes={{ left: countRecoveryCodes(reader, staff.id), all: recoveryCodeCount }}
        />
      </Section>
      <Section
        title="Passkeys"
        intro="Sign in with your fingerprint, your face or your device’s PIN. There is no password that a fake page could steal."
      >
        <Passkeys passkeys={listPasskeys(reader, staff.id)} />
      </Section>
      {!mustEnrol && (
        <>
          {hasPassword && (
            <Section title="Password" intro="A new password ends all your other sessions.">
              <PasswordForm email={staff.email} />
            </Section>
          )}
          {staff.role !== 'provider' && <OpenIdSection staffId={staff.id} refused={(await searchParams).refused} />}
          <Section title="Where you are signed in">
            <SessionList sessions={sessions} currentId={sessionId} />
          </Section>
        </>
      )}
    </AdminPage>
  );
}

interface OpenIdSectionProps {
  readonly staffId: number;
  /** The code of what went wrong the last time, from the address. */
  readonly refused: string | string[] | undefined;
}

/** Whether the person can sign in with OpenID Connect; nothing where it is not set up. */
function OpenIdSection({ staffId, refused }: OpenIdSectionProps) {
  const { openId } = settings();
  if (openId === undefined) return null;
  const isConnected = identitiesOf(connections().reader, staffId).some(({ issuer }) => issuer === openId.issuer);
  const title = `Sign in with ${openId.name}`;
  if (isConnected) {
    return (
      <Section title={title}>
        <p>Your account is connected. {openId.name} also decides your role, each time you sign in there.</p>
      </Section>
    );
  }
  return (
    <Section
      title={title}
      intro={`Once your account is connected, you can sign in with ${openId.name}, which then also decides your role here.`}
    >
      <OpenIdButton
        label={`Connect ${openId.name}`}
        action={beginOpenIdConnection}
        refused={refusedSentence(refused, openId.name)}
      />
    </Section>
  );
}
