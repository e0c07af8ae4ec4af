import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { RegistrarForm } from '#app/admin/registrars/RegistrarForm.tsx';
import { Section } from '#components/admin/Section.tsx';

export const metadata: Metadata = { title: 'Add a registrar' };

export default async function NewRegistrarPage() {
  await requireStaff('editor');
  return (
    <AdminPage title="Let a registrar in" intro="Its callers get in within a second.">
      <Section title="The registrar">
        <RegistrarForm />
      </Section>
    </AdminPage>
  );
}
