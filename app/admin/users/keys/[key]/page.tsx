import type { Metadata } from 'next';
import Link from 'next/link';
import { ReplaceKeyForm } from '#app/admin/users/KeyForm.tsx';
import { type KeyParams, KeyScreen, openKey } from '#app/admin/users/KeyScreen.tsx';
import { scopesWords } from '#app/admin/users/scope-words.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { DrawerButton } from '#components/admin/forms/DrawerButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { limitWords } from '#components/admin/limit-words.ts';
import { Section } from '#components/admin/Section.tsx';
import { getKey, type ListedKey } from '#db/access/key-list.ts';
import { connections } from '#db/client.ts';
import { keyPerDay, keyPerSecond } from '#lib/access/limit/policy.ts';
import { timeField } from '#lib/time/typed-time.ts';

export const metadata: Metadata = { title: 'Key' };

/** A key and its terms; it can be replaced here. */
export default async function KeyPage({ params }: { params: KeyParams }) {
  const opened = await openKey(params);
  const { apiKey, state, revision, mayEdit } = opened;
  const { id, prefix, expiresAt } = apiKey;
  return (
    <KeyScreen opened={opened}>
      {mayEdit && state !== 'expired' && (
        <div>
          <DrawerButton label="Replace this key">
            <p>The new key works at once, on the same terms. This one works for as long as you choose.</p>
            <ReplaceKeyForm id={id} prefix={prefix} expiresAt={timeField(expiresAt)} revision={revision} />
          </DrawerButton>
        </div>
      )}
      <Section title="Details">
        <KeyFacts apiKey={apiKey} />
      </Section>
    </KeyScreen>
  );
}

function KeyFacts({ apiKey }: { readonly apiKey: ListedKey }) {
  const { email, userId, lastNetwork, origins, replacedBy } = apiKey;
  const successor = replacedBy === null ? undefined : getKey(connections().reader, replacedBy);
  return (
    <Facts
      facts={[
        [
          'User',
          <Link key="user" href={`/admin/users/${userId}`}>
            {email}
          </Link>,
        ],
        ['Issued', <Instant key="issued" at={apiKey.createdAt} />],
        ['Expires', <Instant key="expires" at={apiKey.expiresAt} never="Never" />],
        ['Revoked', <Instant key="revoked" at={apiKey.revokedAt} never="No" />],
        [
          'Replaced by',
          successor === undefined ? (
            '–'
          ) : (
            <Link key="successor" href={`/admin/users/keys/${successor.id}`}>
              {successor.prefix}…
            </Link>
          ),
        ],
        ['Last used', <Instant key="used" at={apiKey.lastUsedAt} never="Never" />],
        ['Last used from', lastNetwork ?? '–'],
        ['Requests a second', limitWords(apiKey.perSecond, keyPerSecond)],
        ['Requests a day', limitWords(apiKey.perDay, keyPerDay)],
        ['Allowed web origins', origins?.join('\n') ?? 'Any'],
        ['May be used for', scopesWords(apiKey.scopes)],
      ]}
    />
  );
}
