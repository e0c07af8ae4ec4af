import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { IssueKeyForm } from '#app/admin/users/KeyForm.tsx';
import { KeyTable } from '#app/admin/users/KeyTable.tsx';
import { RemoveUserButton } from '#app/admin/users/RemoveButtons.tsx';
import { UserForm } from '#app/admin/users/UserForm.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { getUser } from '#db/access/users.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { userFields } from '#flows/access/users.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'User' };

interface UserPageProps {
  readonly params: Promise<{ user: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function UserPage({ params, searchParams }: UserPageProps) {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const user = getUser(reader, numberOf((await params).user));
  if (user === undefined) notFound();
  const { id, email, name, organisation, note, createdAt } = user;
  const mayEdit = isRoleEnough(staff.role, 'editor');
  return (
    <AdminPage
      title={email}
      intro={[name, organisation].filter((text) => text !== '').join(', ') || undefined}
      actions={
        <LinkButton variant="default" href="/admin/users">
          All users
        </LinkButton>
      }
    >
      <KeyTable
        path={`/admin/users/${id}`}
        params={await searchParams}
        mayEdit={mayEdit}
        userId={id}
        empty={`This user has no keys yet. ${mayEdit ? 'Issue the first one below.' : 'An editor can issue the first one.'}`}
      />
      {mayEdit && (
        <Section title="Issue a key" intro="Its text is shown only once, on this screen.">
          <IssueKeyForm userId={id} />
        </Section>
      )}
      <Section title="The user">
        {mayEdit ? (
          <UserForm id={id} opened={{ revision, fields: userFields(user) }} />
        ) : (
          <Facts
            facts={[
              ['Name', name],
              ['Organisation', organisation],
              ['Added', <Instant key="added" at={createdAt} />],
              ['Note', note],
            ]}
          />
        )}
      </Section>
      {mayEdit && (
        <Section title="Remove the user" intro="All keys of this user are removed too.">
          <RemoveUserButton id={id} email={email} revision={revision} />
        </Section>
      )}
    </AdminPage>
  );
}
