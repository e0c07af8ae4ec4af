import type { Metadata } from 'next';
import { RegistrarForm } from '#app/admin/registrars/RegistrarForm.tsx';
import { openRegistrar, type RegistrarParams, RegistrarScreen } from '#app/admin/registrars/RegistrarScreen.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { limitWords } from '#components/admin/limit-words.ts';
import { Section } from '#components/admin/Section.tsx';
import { registrarFields } from '#flows/access/registrars.ts';
import { registrarPerSecond } from '#lib/access/limit/policy.ts';

export const metadata: Metadata = { title: 'Registrar: settings' };

export default async function RegistrarSettingsPage({ params }: { params: RegistrarParams }) {
  const opened = await openRegistrar(params);
  const { registrar, revision, mayEdit } = opened;
  const { id, contactEmail, note, perSecond, enabled, createdAt } = registrar;
  return (
    <RegistrarScreen opened={opened}>
      <Section title="The registrar">
        {mayEdit ? (
          <RegistrarForm id={id} opened={{ revision, fields: registrarFields(registrar) }} />
        ) : (
          <Facts
            facts={[
              ['Contact email', contactEmail],
              ['Requests a second', limitWords(perSecond, registrarPerSecond)],
              ['State', enabled ? 'Enabled' : 'Disabled'],
              ['Added', <Instant key="added" at={createdAt} />],
              ['Note', note],
            ]}
          />
        )}
      </Section>
    </RegistrarScreen>
  );
}
