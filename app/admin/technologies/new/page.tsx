import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { TechnologyForm } from '#app/admin/technologies/TechnologyForm.tsx';
import { Section } from '#components/admin/Section.tsx';

export const metadata: Metadata = { title: 'Add a technology' };

export default async function NewTechnologyPage() {
  await requireStaff('editor');
  return (
    <AdminPage
      title="Add a technology"
      intro="Every answer includes it within a second, as “Not Available” where nobody offers it. So do the map and its tiles."
    >
      <Section title="Details">
        <TechnologyForm />
      </Section>
    </AdminPage>
  );
}
