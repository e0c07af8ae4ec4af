import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { ProviderForm } from '#app/admin/providers/ProviderForm.tsx';
import { Section } from '#components/admin/Section.tsx';

export const metadata: Metadata = { title: 'Add a provider' };

export default async function NewProviderPage() {
  await requireStaff('editor');
  return (
    <AdminPage title="Add a provider" intro="Files can then name it. Answers include it once it has published offers.">
      <Section title="Details">
        <ProviderForm />
      </Section>
    </AdminPage>
  );
}
