import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { RoleForm } from '#app/admin/staff/RoleForm.tsx';
import { factorsOf, PersonState, providerChoices } from '#app/admin/staff/staff-list.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { identitiesOf } from '#db/staff/identities.ts';
import { getPerson, type ListedPerson, whatEnds } from '#db/staff/list.ts';
import { areLinksMailed } from '#flows/staff/links.ts';
import { now } from '#lib/clock.ts';
import { settings } from '#lib/env.ts';
import { endingWords } from '#lib/words/staff/staff.ts';
import { AccountButtons, LinkSection } from './AccountButtons.tsx';

export const metadata: Metadata = { title: 'Staff' };

export default async function PersonPage({ params }: { params: Promise<{ person: string }> }) {
  await requireStaff('admin');
  const { reader } = connections();
  const revision = newestRevision(reader);
  const person = getPerson(reader, numberOf((await params).person));
  if (person === undefined) notFound();
  const { id, email, role, providerId, disabledAt, hasPassword, hasAccepted } = person;
  const openIdName = settings().openId?.name;
  const isConnected = openIdName !== undefined && identitiesOf(reader, id).length > 0;
  const isDisabled = disabledAt !== null;
  return (
    <AdminPage title={email} navigation={<BackLink href="/admin/staff">All staff</BackLink>}>
      <AccountSection person={person} />
      <Section
        title="Role"
        intro={isConnected ? `${openIdName} decides the role again when they next sign in there.` : undefined}
      >
        <RoleForm
          id={id}
          opened={{ revision, fields: { role, provider: providerId } }}
          providers={providerChoices(reader)}
        />
      </Section>
      {!isDisabled && (
        <Section
          title="One-time link"
          intro={
            hasPassword === 1
              ? 'For somebody who has forgotten their password. The old password works until the link is used.'
              : 'For somebody who has not set a password yet. The earlier link stops working.'
          }
        >
          <LinkSection id={id} email={email} revision={revision} isMailed={areLinksMailed()} />
        </Section>
      )}
      <Section title="Access">
        <Ending person={person} />
        <AccountButtons
          id={id}
          email={email}
          revision={revision}
          isDisabled={isDisabled}
          hasSecondFactor={person.hasTotp === 1 || person.passkeys > 0}
          hasAccepted={hasAccepted === 1}
        />
      </Section>
    </AdminPage>
  );
}

function AccountSection({ person }: { readonly person: ListedPerson }) {
  return (
    <Section title="The account">
      <Facts
        facts={[
          ['State', <PersonState key="state" person={person} nowMs={now()} />],
          ...(person.provider === null ? [] : [['Network provider', person.provider] as const]),
          ['Second factor', factorsOf(person)],
          ['Last signed in', <Instant key="login" at={person.lastLoginAt} never="Never" />],
          ['Invited', <Instant key="created" at={person.createdAt} />],
        ]}
      />
    </Section>
  );
}

/** What ends when an account is disabled or removed, and what goes on. */
function Ending({ person }: { readonly person: { readonly id: number; readonly email: string } }) {
  const { ends, goesOn } = endingWords(whatEnds(connections().reader, person, now()));
  return (
    <>
      <p>When you disable or remove the account, this ends with their next request: {ends}.</p>
      <p>{goesOn}</p>
    </>
  );
}
