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
      intro="Every answer has it within a second, “Not Available” where nobody offers it. The map and its tiles have it too."
    >
      <Section title="The technology">
        <TechnologyForm values={{ name: '', nominalMaxMbps: '', colour: '', setId: '' }} />
      </Section>
    </AdminPage>
  );
}
