import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { NetworkForm } from '#app/admin/registrars/NetworkForm.tsx';
import { NetworkTable } from '#app/admin/registrars/NetworkTable.tsx';
import { PasteForm } from '#app/admin/registrars/PasteForm.tsx';
import { RegistrarForm } from '#app/admin/registrars/RegistrarForm.tsx';
import { RemoveRegistrarButton } from '#app/admin/registrars/RemoveButtons.tsx';
import { numberOf } from '#app/admin/row-number.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { limitWords } from '#components/admin/limit-words.ts';
import type { SearchParams } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { getRegistrar } from '#db/access/registrars.ts';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { registrarFields } from '#flows/access/registrars.ts';
import { registrarPerSecond } from '#lib/access/limit/defaults.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Registrar' };

interface RegistrarPageProps {
  readonly params: Promise<{ registrar: string }>;
  readonly searchParams: Promise<SearchParams>;
}

export default async function RegistrarPage({ params, searchParams }: RegistrarPageProps) {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const registrar = getRegistrar(reader, numberOf((await params).registrar));
  if (registrar === undefined) notFound();
  const { id, name, contactEmail, note, perSecond, enabled } = registrar;
  const mayEdit = isRoleEnough(staff.role, 'editor');
  return (
    <AdminPage
      title={name}
      intro={enabled ? undefined : 'This registrar is disabled: its networks let nobody in.'}
      actions={
        <LinkButton variant="default" href="/admin/registrars">
          All registrars
        </LinkButton>
      }
    >
      {mayEdit && (
        <Section title="Allow an address or network">
          <NetworkForm registrars={[{ id, name }]} />
        </Section>
      )}
      <NetworkTable registrarId={id} params={await searchParams} mayEdit={mayEdit} />
      {mayEdit && (
        <Section title="Allow many at once">
          <PasteForm registrarId={id} />
        </Section>
      )}
      <Section title="The registrar">
        {mayEdit ? (
          <RegistrarForm id={id} opened={{ revision, fields: registrarFields(registrar) }} />
        ) : (
          <Facts
            facts={[
              ['Contact email', contactEmail],
              ['Requests a second', limitWords(perSecond, registrarPerSecond)],
              ['State', enabled ? 'Enabled' : 'Disabled'],
              ['Added', <Instant key="added" at={registrar.createdAt} />],
              ['Note', note],
            ]}
          />
        )}
      </Section>
      {mayEdit && (
        <Section title="Remove the registrar" intro="To refuse its callers only for a while, disable it instead.">
          <RemoveRegistrarButton id={id} name={name} revision={revision} />
        </Section>
      )}
    </AdminPage>
  );
}
