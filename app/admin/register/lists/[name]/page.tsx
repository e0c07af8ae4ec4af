import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';
import { ListedForm, RemoveListedButton } from '#app/admin/register/lists/ListedForm.tsx';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { getListedName } from '#db/registry/listed-names.ts';
import { parseName } from '#lib/registry/names/name.ts';

export const metadata: Metadata = { title: 'Listed name' };

export default async function ListedNamePage({ params }: { params: Promise<{ name: string }> }) {
  await requireStaff('editor');
  const { reader } = connections();
  const revision = newestRevision(reader);
  const listed = getListedName(reader, (await params).name);
  if (listed === undefined) notFound();
  const { name, status, reason } = listed;
  const shown = parseName(name).original ?? name;
  return (
    <RegisterPage
      title={shown}
      intro="The API’s answer for this name while nobody has registered it."
      back={{ href: '/admin/register/lists', words: 'All listed names' }}
    >
      <Section title="On the list">
        <ListedForm name={name} opened={{ revision, fields: { status, reason } }} />
        <div>
          <RemoveListedButton {...{ name, shown, revision }} isOwnPage />
        </div>
      </Section>
    </RegisterPage>
  );
}
