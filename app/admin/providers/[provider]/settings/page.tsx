import type { Metadata } from 'next';
import { DefaultSpeedsTable } from '#app/admin/providers/DefaultSpeedsTable.tsx';
import { AliasSection, DefaultSpeedsForm, DeliverableForm, ProviderForm } from '#app/admin/providers/ProviderForm.tsx';
import { openProvider, type ProviderParams, ProviderScreen } from '#app/admin/providers/ProviderScreen.tsx';
import { Section } from '#components/admin/Section.tsx';
import { chosenTechnologies, defaultSpeedsOf } from '#db/broadband/own/settings.ts';
import { aliasesOf } from '#db/broadband/providers.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import { connections } from '#db/client.ts';
import { defaultSpeedValues } from '#flows/broadband/default-speed-changes.ts';
import { providerFields } from '#flows/broadband/provider-changes.ts';

export const metadata: Metadata = { title: 'Provider: settings' };

export default async function ProviderSettingsPage({ params }: { params: ProviderParams }) {
  const opened = await openProvider(params);
  const { provider, revision, mayEdit } = opened;
  const { id, name } = provider;
  const { reader } = connections();
  const aliases = aliasesOf(reader, id);
  const technologies = technologiesInUse(reader).map((each) => ({ id: each.id, name: each.name }));
  return (
    <ProviderScreen opened={opened}>
      {mayEdit && (
        <Section title="Edit" intro="Changes apply to future files. Published offers stay as they are.">
          <ProviderForm id={id} opened={{ revision, fields: providerFields(provider) }} />
        </Section>
      )}
      {mayEdit && (
        <Section
          title="What its people may deliver"
          intro="People of this provider can sign in with the role Provider, which an administrator gives under Staff. They upload its coverage; staff publish it."
        >
          <DeliverableForm
            id={id}
            opened={{ revision, fields: { delivers: chosenTechnologies(reader.db, id) } }}
            technologies={technologies.map((each) => ({ value: String(each.id), label: each.name }))}
          />
        </Section>
      )}
      <Section
        title="Default speeds"
        intro="Speeds in Mbps for future imports whose file gives none. If one is empty here, each import has to give it."
      >
        {mayEdit ? (
          <DefaultSpeedsForm
            {...{ id, technologies }}
            opened={{ revision, fields: defaultSpeedValues(reader.db, id) }}
          />
        ) : (
          <DefaultSpeedsTable defaults={defaultSpeedsOf(reader.db, id)} empty="This provider has no default speeds." />
        )}
      </Section>
      <Section title="Other names" intro="Other names that files use for this provider.">
        <AliasSection {...{ id, name, aliases, mayEdit, revision }} />
      </Section>
    </ProviderScreen>
  );
}
