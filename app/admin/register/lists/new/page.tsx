import type { Metadata } from 'next';
import { requireStaff } from '#app/admin/guard.ts';
import { AddListedForm, ImportListForm } from '#app/admin/register/lists/ListedForm.tsx';
import { listedNameList } from '#app/admin/register/lists/listed-name-list.ts';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { Section } from '#components/admin/Section.tsx';

export const metadata: Metadata = { title: 'Add listed names' };

export default async function NewListedNamesPage() {
  await requireStaff('editor');
  return (
    <RegisterPage
      title="Add names to the list"
      intro="The API answers with the status given here for a name that nobody has registered."
      back={{ href: listedNameList.path, words: 'All listed names' }}
    >
      <Section title="One name">
        <AddListedForm />
      </Section>
      <Section title="A file of names">
        <ImportListForm />
      </Section>
    </RegisterPage>
  );
}
