import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { UserForm } from '#app/admin/users/UserForm.tsx';
import { Section } from '#components/admin/Section.tsx';

export const metadata: Metadata = { title: 'Add a user' };

export default async function NewUserPage() {
  await requireStaff('editor');
  return (
    <AdminPage title="Add a user" intro="You can issue keys next.">
      <Section title="The user">
        <UserForm />
      </Section>
    </AdminPage>
  );
}
