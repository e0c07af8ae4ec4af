import type { Metadata } from 'next';
import { AdminPage } from '../../../../components/admin/AdminPage.tsx';
import { Section } from '../../../../components/admin/Section.tsx';
import { requireStaff } from '../../guard.ts';
import { RegistrarForm } from '../RegistrarForm.tsx';

export const metadata: Metadata = { title: 'Add a registrar' };

export default async function NewRegistrarPage() {
  await requireStaff('editor');
  const values = { name: '', contactEmail: '', note: '', perSecond: '', enabled: true };
  return (
    <AdminPage title="Add a registrar" intro="Its networks come next: a registrar without any cannot ask.">
      <Section title="The registrar">
        <RegistrarForm values={values} />
      </Section>
    </AdminPage>
  );
}
