import type { Metadata } from 'next';
import { UserForm } from '#app/admin/users/UserForm.tsx';
import { openUser, type UserParams, UserScreen } from '#app/admin/users/UserScreen.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { Section } from '#components/admin/Section.tsx';
import { userFields } from '#flows/access/users.ts';

export const metadata: Metadata = { title: 'User: settings' };

export default async function UserSettingsPage({ params }: { params: UserParams }) {
  const opened = await openUser(params);
  const { user, revision, mayEdit } = opened;
  return (
    <UserScreen opened={opened}>
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
    </UserScreen>
  );
}
