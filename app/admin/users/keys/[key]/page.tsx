import type { Metadata } from 'next';
import Link from 'next/link';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { KeyTermsForm } from '#app/admin/users/KeyForm.tsx';
import { KeyStateWord } from '#app/admin/users/KeyStateWord.tsx';
import { RevokeKeyButton } from '#app/admin/users/RemoveButtons.tsx';
import { ReplaceKeyForm } from '#app/admin/users/ReplaceKeyForm.tsx';
import { scopesWords } from '#app/admin/users/scope-words.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { limitWords } from '#components/admin/limit-words.ts';
import { Section } from '#components/admin/Section.tsx';
import { getKey } from '#db/access/key-list.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { keyFields } from '#flows/access/keys.ts';
import { type KeyState, keyStateOf } from '#lib/access/keys/key-state.ts';
import { keyPerDay, keyPerSecond } from '#lib/access/limit/defaults.ts';
import { now } from '#lib/clock.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { timeField } from '#lib/time/typed-time.ts';

export const metadata: Metadata = { title: 'Key' };

export default async function KeyPage({ params }: { params: Promise<{ key: string }> }) {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const key = getKey(reader, numberOf((await params).key));
  if (key === undefined) notFound();
  const { id, prefix, email, userId, label, expiresAt } = key;
  const state = keyStateOf(key, now());
  return (
    <AdminPage
      title={`Key ${prefix}…`}
      intro={label || undefined}
      actions={
        <LinkButton variant="default" href={`/admin/users/${userId}`}>
          All keys of {email}
        </LinkButton>
      }
    >
      <Section title="Details">
        <KeyFacts keyRow={key} state={state} />
      </Section>
      {isRoleEnough(staff.role, 'editor') && state !== 'revoked' && (
        <>
          <Section title="Label and terms">
            <KeyTermsForm id={id} opened={{ revision, fields: keyFields(key) }} />
          </Section>
          {state !== 'expired' && (
            <Section
              title="Replace the key"
              intro="The new key works at once, on the same terms. This one works for as long as you choose."
            >
              <ReplaceKeyForm id={id} prefix={prefix} expiresAt={timeField(expiresAt)} revision={revision} />
            </Section>
          )}
          <Section title="Revoke the key" intro="It is refused permanently, on every server within a second.">
            <div>
              <RevokeKeyButton id={id} prefix={prefix} user={email} revision={revision} size="sm" />
            </div>
          </Section>
        </>
      )}
    </AdminPage>
  );
}

type KeyRow = NonNullable<ReturnType<typeof getKey>>;

function KeyFacts({ keyRow, state }: { readonly keyRow: KeyRow; readonly state: KeyState }) {
  const {
    email,
    userId,
    createdAt,
    expiresAt,
    revokedAt,
    lastUsedAt,
    lastNetwork,
    perSecond,
    perDay,
    origins,
    scopes,
  } = keyRow;
  return (
    <Facts
      facts={[
        [
          'User',
          <Link key="user" href={`/admin/users/${userId}`}>
            {email}
          </Link>,
        ],
        ['State', <KeyStateWord key="state" state={state} />],
        ['Issued', <Instant key="issued" at={createdAt} />],
        ['Expires', <Instant key="expires" at={expiresAt} never="Never" />],
        ['Revoked', <Instant key="revoked" at={revokedAt} never="No" />],
        ['Last used', <Instant key="used" at={lastUsedAt} never="Never" />],
        ['Last used from', lastNetwork ?? '–'],
        ['Requests a second', limitWords(perSecond, keyPerSecond)],
        ['Requests a day', limitWords(perDay, keyPerDay)],
        ['Allowed web origins', origins?.join('\n') ?? 'Any'],
        ['May be used for', scopesWords(scopes)],
      ]}
    />
  );
}
