import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { History } from '#app/admin/audit/History.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { retireProvider, reviveProvider } from '#app/admin/providers/actions.ts';
import { DefaultSpeedsTable } from '#app/admin/providers/DefaultSpeedsTable.tsx';
import {
  AliasSection,
  ApplyForm,
  DefaultSpeedsForm,
  DeliverableForm,
  ProviderForm,
} from '#app/admin/providers/ProviderForm.tsx';
import { ProviderUsage } from '#app/admin/providers/ProviderUsage.tsx';
import { wholesaleWords } from '#app/admin/providers/provider-words.ts';
import { type TabbedPageProps, TabContent, TabLinks, type TabProps, type Tabs, tabMetadata } from '#app/admin/tabs.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { StateButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { RetiredState } from '#components/admin/State.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { chosenTechnologies, defaultSpeedsOf } from '#db/broadband/own/settings.ts';
import { carriedDifferences } from '#db/broadband/provider-offers.ts';
import { aliasesOf, getProvider, type Provider } from '#db/broadband/providers.ts';
import { technologiesInUse } from '#db/broadband/technologies.ts';
import { connections } from '#db/client.ts';
import { defaultSpeedValues } from '#flows/broadband/default-speed-changes.ts';
import { providerFields, providerRecord } from '#flows/broadband/provider-changes.ts';

type ProviderPageProps = TabbedPageProps<'provider'>;

export const generateMetadata = (props: ProviderPageProps) => tabMetadata('Provider', props);

/** A provider: its details, deliveries and reports, settings and history. */
export default async function ProviderPage(page: ProviderPageProps) {
  const opened = await openProvider((await page.params).provider);
  const { provider, revision, mayEdit } = opened;
  const { id, name, retiredAt } = provider;
  return (
    <AdminPage
      navigation={<BackLink href="/admin/providers">All providers</BackLink>}
      title={name}
      state={<RetiredState retiredAt={retiredAt} />}
      intro={retiredAt === null ? undefined : 'This provider is retired: versions with its layers cannot be published.'}
      actions={
        mayEdit && (
          <StateButton
            {...{ id, name, isRetired: retiredAt !== null, revision, retire: retireProvider, revive: reviveProvider }}
            details={{
              retire:
                'Versions with its layers can then no longer be published. You can bring it back. One with published offers cannot be retired: retire its layers and publish that first.',
              revive: 'Versions with its layers can be published again.',
            }}
          />
        )
      }
      tabs={<TabLinks tabs={tabs} opened={opened} name={name} />}
    >
      <TabContent tabs={tabs} opened={opened} page={page} />
    </AdminPage>
  );
}

const tabs: Tabs<OpenedProvider> = {
  '': { title: 'Provider', Content: Details },
  usage: { title: 'Usage', Content: Usage },
  settings: { title: 'Settings', Content: Settings },
  history: { title: 'History', Content: ProviderHistory },
};

interface OpenedProvider {
  readonly provider: Provider;
  readonly path: string;
  /** Read before the provider. */
  readonly revision: number;
  readonly mayEdit: boolean;
}

/** The provider in the address, for people who are signed in. */
async function openProvider(id: string): Promise<OpenedProvider> {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const provider = getProvider(reader, numberOf(id));
  if (provider === undefined) notFound();
  const path = `/admin/providers/${provider.id}`;
  return { provider, path, revision, mayEdit };
}

/** Its details, and whether its published offers have them. */
function Details({ opened: { provider, revision, mayEdit } }: TabProps<OpenedProvider>) {
  const { id, url, wholesaleNetwork, createdAt, retiredAt } = provider;
  const differences = carriedDifferences(connections().reader.db, provider);
  return (
    <>
      <Section title="Details">
        <Facts
          facts={[
            ['Web address', url],
            ['Wholesale network', wholesaleWords[wholesaleNetwork]],
            ['Published offers', differences.offers.toLocaleString('en-NZ')],
            ['Added', <Instant key="added" at={createdAt} />],
            ['Retired', <Instant key="retired" at={retiredAt} never="No" />],
          ]}
        />
      </Section>
      {mayEdit && differences.offers > 0 && (
        <Section
          title="Apply to published offers"
          intro="Makes a new version, ready to be published, in which the published offers have these details."
        >
          <ApplyForm {...{ id, differences, revision }} hasUrl={url !== ''} />
        </Section>
      )}
    </>
  );
}

function Usage({ opened, path, params }: TabProps<OpenedProvider>) {
  return <ProviderUsage id={opened.provider.id} path={path} period={params.period} />;
}

function Settings({ opened: { provider, revision, mayEdit } }: TabProps<OpenedProvider>) {
  const { id, name } = provider;
  const { reader } = connections();
  const aliases = aliasesOf(reader, id);
  const technologies = technologiesInUse(reader).map((each) => ({ id: each.id, name: each.name }));
  return (
    <>
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
    </>
  );
}

function ProviderHistory({ opened, path, params }: TabProps<OpenedProvider>) {
  return <History record={providerRecord(opened.provider.id)} path={path} params={params} />;
}
