import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireStaff } from '#app/admin/guard.ts';
import { ListedForm } from '#app/admin/register/lists/ListedForm.tsx';
import { RemoveListedButton } from '#app/admin/register/lists/RemoveListedButton.tsx';
import { RegisterPage } from '#app/admin/register/RegisterPage.tsx';
import { Section } from '#components/admin/Section.tsx';
import { connections } from '#db/client.ts';
import { getListedName } from '#db/registry/listed-names.ts';
import { parseName } from '#lib/registry/names/name.ts';

export const metadata: Metadata = { title: 'Listed name' };

export default async function ListedNamePage({ params }: { params: Promise<{ name: string }> }) {
  await requireStaff('editor');
  const listed = getListedName(connections().reader, (await params).name);
  if (listed === undefined) notFound();
  const shown = parseName(listed.name).original ?? listed.name;
  return (
    <RegisterPage
      title={shown}
      intro="The API’s answer for this name while nobody has registered it."
      back={{ href: '/admin/register/lists', words: 'All listed names' }}
    >
      <Section title="On the list">
        <ListedForm listed={listed} />
        <div>
          <RemoveListedButton name={listed.name} shown={shown} isOwnPage />
        </div>
      </Section>
    </RegisterPage>
  );
}
