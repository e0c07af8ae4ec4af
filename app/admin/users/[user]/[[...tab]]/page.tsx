import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { History } from '#app/admin/audit/History.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { type TabbedPageProps, TabContent, TabLinks, type TabProps, type Tabs, tabMetadata } from '#app/admin/tabs.tsx';
import { AccountUsage } from '#app/admin/usage/AccountUsage.tsx';
import { removeUser } from '#app/admin/users/actions.ts';
import { IssueKeyForm } from '#app/admin/users/KeyForm.tsx';
import { KeyTable } from '#app/admin/users/KeyTable.tsx';
import { UserForm } from '#app/admin/users/UserForm.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { RemoveButton } from '#components/admin/forms/ConfirmButton.tsx';
import { DrawerButton } from '#components/admin/forms/DrawerButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { type ApiUser, getUser, keysOfUser } from '#db/access/users.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { userFields, userRecord } from '#flows/access/users.ts';

type UserPageProps = TabbedPageProps<'user'>;

export const generateMetadata = (props: UserPageProps) => tabMetadata('User', props);

/** A user of the API: their keys, requests, settings and history. */
export default async function UserPage(page: UserPageProps) {
  const opened = await openUser((await page.params).user);
  const { user, revision, mayEdit } = opened;
  const { id, email, name, organisation } = user;
  return (
    <AdminPage
      navigation={<BackLink href="/admin/users">All users</BackLink>}
      title={email}
      intro={[name, organisation].filter((text) => text !== '').join(', ') || undefined}
      actions={
        mayEdit && (
          <RemoveButton
            label="Remove the user"
            name={email}
            detail="All keys of this user are removed too, and refused within a second."
            list="/admin/users"
            action={removeUser.bind(null, id, revision)}
          />
        )
      }
      tabs={<TabLinks tabs={tabs} opened={opened} name={email} />}
    >
      <TabContent tabs={tabs} opened={opened} page={page} />
    </AdminPage>
  );
}

const tabs: Tabs<OpenedUser> = {
  '': { title: 'Keys', Content: Keys },
  usage: { title: 'Usage', Content: Usage },
  settings: { title: 'Settings', Content: Settings },
  history: { title: 'History', Content: UserHistory },
};

interface OpenedUser {
  readonly user: ApiUser;
  readonly path: string;
  /** Read before the user. */
  readonly revision: number;
  readonly mayEdit: boolean;
}

/** The user in the address, for people who are signed in. */
async function openUser(id: string): Promise<OpenedUser> {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const user = getUser(reader, numberOf(id));
  if (user === undefined) notFound();
  return { user, path: `/admin/users/${user.id}`, revision, mayEdit };
}

/** `?add` opens the form for the next key. */
function Keys({ opened: { user, mayEdit }, path, params }: TabProps<OpenedUser>) {
  return (
    <>
      {mayEdit && (
        <div>
          <DrawerButton label="Issue a key" isOpenAtFirst={params.add !== undefined}>
            <IssueKeyForm userId={user.id} />
          </DrawerButton>
        </div>
      )}
      <KeyTable
        path={path}
        params={params}
        mayEdit={mayEdit}
        userId={user.id}
        empty={`This user has no keys yet. ${mayEdit ? 'Issue the first one above.' : 'An editor can issue the first one.'}`}
      />
    </>
  );
}

function Usage({ opened, path, params }: TabProps<OpenedUser>) {
  const keys = keysOfUser(connections().reader.db, opened.user.id);
  return <AccountUsage api="broadband" accountIds={keys.map(({ id }) => id)} path={path} params={params} />;
}

function Settings({ opened: { user, revision, mayEdit } }: TabProps<OpenedUser>) {
  return (
    <Section title="The user">
      {mayEdit ? (
        <UserForm id={user.id} opened={{ revision, fields: userFields(user) }} />
      ) : (
        <Facts
          facts={[
            ['Name', user.name],
            ['Organisation', user.organisation],
            ['Added', <Instant key="added" at={user.createdAt} />],
            ['Note', user.note],
          ]}
        />
      )}
    </Section>
  );
}

function UserHistory({ opened, path, params }: TabProps<OpenedUser>) {
  return <History record={userRecord(opened.user.id)} path={path} params={params} />;
}
