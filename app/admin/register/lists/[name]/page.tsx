import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connections } from '#db/client.ts';
import { getListedName } from '#db/listed-names.ts';
import { parseName } from '#lib/registry/name.ts';
import { LinkButton } from '../../../../../components/admin/LinkButton.tsx';
import { Section } from '../../../../../components/admin/Section.tsx';
import { requireStaff } from '../../../guard.ts';
import { RegisterPage } from '../../RegisterPage.tsx';
import { ChangeListedForm } from '../ChangeListedForm.tsx';
import { RemoveListedButton } from '../RemoveListedButton.tsx';

export const metadata: Metadata = { title: 'Listed name' };

export default async function ListedNamePage({ params }: { params: Promise<{ name: string }> }) {
  await requireStaff('editor');
  const listed = getListedName(connections().reader, (await params).name);
  if (listed === undefined) notFound();
  const shown = parseName(listed.name).original ?? listed.name;
  return (
    <RegisterPage
      title={shown}
      intro="What the list says of this name while nobody has it."
      actions={
        <LinkButton variant="default" href="/admin/register/lists">
          All listed names
        </LinkButton>
      }
    >
      <Section title="On the list">
        <ChangeListedForm values={listed} />
        <div>
          <RemoveListedButton name={listed.name} shown={shown} isOwnPage />
        </div>
      </Section>
    </RegisterPage>
  );
}
