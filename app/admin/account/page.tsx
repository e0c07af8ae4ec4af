import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { getPresence } from '#app/admin/session.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { listPasskeys } from '#db/staff/passkeys.ts';
import { listSessions } from '#db/staff/sessions.ts';
import { countRecoveryCodes, getTotp } from '#db/staff/totp.ts';
import { now } from '#lib/clock.ts';
import { roleWords } from '#lib/staff/role.ts';
import { isSessionAlive } from '#lib/staff/session.ts';
import { Authenticator } from './Authenticator.tsx';
import { Passkeys } from './Passkeys.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { SessionList } from './SessionList.tsx';

export const metadata: Metadata = { title: 'Your account' };

export default async function AccountPage() {
  const presence = await getPresence();
  if (presence === undefined) redirect('/admin/login');
  if (presence.standing === 'second-factor') redirect('/admin/login/second-factor');
  const { staff, sessionId, standing } = presence;
  const { reader } = connections();
  const totp = getTotp(reader, staff.id);
  const passkeys = listPasskeys(reader, staff.id).map(({ id, label, createdAt, lastUsedAt }) => ({
    id,
    label,
    createdAt,
    lastUsedAt,
  }));
  const sessions = listSessions(reader, staff.id).filter((session) => isSessionAlive(session, now()));
  const mustEnrol = standing === 'enrol';
  // one tree for both: the recovery codes on the screen must outlive the moment at which enrolling is done
  return (
    <AdminPage title="Your account" intro={`${staff.email} · ${roleWords[staff.role]}`}>
      {mustEnrol && (
        <FormError sentence="A second factor is required of everybody here. Set up an authenticator app or a passkey; then you can go on." />
      )}
      <Section
        title="Authenticator app"
        intro="After your password, signing in asks for the six digits that an app on your phone shows."
      >
        <Authenticator isOn={totp?.since != null} codesLeft={countRecoveryCodes(reader, staff.id)} />
      </Section>
      <Section
        title="Passkeys"
        intro="Sign in with your finger, your face or your device’s PIN: no password, so nothing that a false page could take from you."
      >
        <Passkeys passkeys={passkeys} />
      </Section>
      {!mustEnrol && (
        <>
          <Section title="Password" intro="A new password ends all your other sessions.">
            <PasswordForm email={staff.email} />
          </Section>
          <Section title="Where you are signed in">
            <SessionList sessions={sessions} currentId={sessionId} />
          </Section>
        </>
      )}
    </AdminPage>
  );
}
