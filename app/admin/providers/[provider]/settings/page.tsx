import type { Metadata } from 'next';
import { AliasSection } from '#app/admin/providers/AliasSection.tsx';
import { ProviderForm } from '#app/admin/providers/ProviderForm.tsx';
import { openProvider, type ProviderParams, ProviderScreen } from '#app/admin/providers/ProviderScreen.tsx';
import { Section } from '#components/admin/Section.tsx';
import { aliasesOf } from '#db/broadband/providers.ts';
import { connections } from '#db/client.ts';
import { providerFields } from '#flows/broadband/provider-changes.ts';

export const metadata: Metadata = { title: 'Provider: settings' };

export default async function ProviderSettingsPage({ params }: { params: ProviderParams }) {
  const opened = await openProvider(params);
  const { provider, revision, mayEdit } = opened;
  const { id, name } = provider;
  const aliases = aliasesOf(connections().reader, id);
  return (
    <ProviderScreen opened={opened}>
      {mayEdit && (
        <Section title="Edit" intro="Changes apply to future files. Published offers stay as they are.">
          <ProviderForm id={id} opened={{ revision, fields: providerFields(provider) }} />
        </Section>
      )}
      <Section title="Other names" intro="Other names that files use for this provider.">
        <AliasSection {...{ id, name, aliases, mayEdit, revision }} />
      </Section>
    </ProviderScreen>
  );
}
