import Link from 'next/link';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { History } from '#app/admin/audit/History.tsx';
import { limitWords } from '#app/admin/form-of.ts';
import { requireStaff } from '#app/admin/guard.ts';
import { type TabbedPageProps, TabContent, TabLinks, type TabProps, type Tabs, tabMetadata } from '#app/admin/tabs.tsx';
import { AccountUsage } from '#app/admin/usage/AccountUsage.tsx';
import { KeyTermsForm, ReplaceKeyForm, RevokeKeyButton } from '#app/admin/users/KeyForm.tsx';
import { scopesWords } from '#app/admin/users/key-words.ts';
import { KeyStateWord } from '#app/admin/users/user-list.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { DrawerButton } from '#components/admin/forms/DrawerButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { getKey, type ListedKey } from '#db/access/keys.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { keyFields, keyRecord } from '#flows/access/keys.ts';
import { type KeyState, keyStateOf } from '#lib/access/keys/api-key.ts';
import { keyPerDay, keyPerSecond } from '#lib/access/limit/policy.ts';
import { now } from '#lib/clock.ts';
import { timeField } from '#lib/time/typed-time.ts';

type KeyPageProps = TabbedPageProps<'key'>;

export const generateMetadata = (props: KeyPageProps) => tabMetadata('Key', props);

/** A key: its terms, requests, settings and history. */
export default async function KeyPage(page: KeyPageProps) {
  const opened = await openKey((await page.params).key);
  const { apiKey, state, revision, mayEdit } = opened;
  const { id, prefix, email, userId, label } = apiKey;
  return (
    <AdminPage
      navigation={<BackLink href={`/admin/users/${userId}`}>{`All keys of ${email}`}</BackLink>}
      title={`Key ${prefix}…`}
      state={<KeyStateWord state={state} />}
      intro={label || undefined}
      actions={mayEdit && <RevokeKeyButton {...{ id, prefix, revision }} user={email} size="sm" />}
      tabs={<TabLinks tabs={tabs} opened={opened} name={`key ${prefix}…`} />}
    >
      <TabContent tabs={tabs} opened={opened} page={page} />
    </AdminPage>
  );
}

const tabs: Tabs<OpenedKey> = {
  '': { title: 'Key', Content: Details },
  usage: { title: 'Usage', Content: Usage },
  settings: { title: 'Settings', Content: Settings },
  history: { title: 'History', Content: KeyHistory },
};

interface OpenedKey {
  readonly apiKey: ListedKey;
  readonly state: KeyState;
  readonly path: string;
  /** Read before the key. */
  readonly revision: number;
  /** Whether it can be changed, and by this person. */
  readonly mayEdit: boolean;
}

/** The key in the address, for people who are signed in. */
async function openKey(id: string): Promise<OpenedKey> {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const apiKey = getKey(reader, numberOf(id));
  if (apiKey === undefined) notFound();
  const state = keyStateOf(apiKey, now());
  return {
    apiKey,
    state,
    path: `/admin/users/keys/${apiKey.id}`,
    revision,
    mayEdit: staff.mayEdit && state !== 'revoked',
  };
}

/** The terms of the key, which can be replaced here. */
function Details({ opened: { apiKey, state, revision, mayEdit } }: TabProps<OpenedKey>) {
  const { id, prefix, expiresAt } = apiKey;
  return (
    <>
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
    </>
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

function Usage({ opened, path, params }: TabProps<OpenedKey>) {
  return <AccountUsage api="broadband" accountIds={[opened.apiKey.id]} path={path} params={params} />;
}

function Settings({ opened: { apiKey, state, revision, mayEdit } }: TabProps<OpenedKey>) {
  if (!mayEdit)
    return <p>{state === 'revoked' ? 'A revoked key cannot be changed.' : 'An editor can change the key.'}</p>;
  return (
    <Section title="Label and terms">
      <KeyTermsForm id={apiKey.id} opened={{ revision, fields: keyFields(apiKey) }} />
    </Section>
  );
}

function KeyHistory({ opened, path, params }: TabProps<OpenedKey>) {
  return <History record={keyRecord(opened.apiKey.id)} path={path} params={params} />;
}
