import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { AliasSection } from '#app/admin/providers/AliasSection.tsx';
import { ApplyForm } from '#app/admin/providers/ApplyForm.tsx';
import { retireProvider, reviveProvider } from '#app/admin/providers/actions.ts';
import { ProviderForm } from '#app/admin/providers/ProviderForm.tsx';
import { wholesaleWords } from '#app/admin/providers/wholesale-words.ts';
import { numberOf } from '#app/admin/row-number.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { StateButton } from '#components/admin/forms/StateButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { type CarriedDifferences, carriedDifferences } from '#db/broadband/provider-offers.ts';
import { aliasesOf, getProvider, type Provider } from '#db/broadband/providers.ts';
import { connections } from '#db/client.ts';
import { providerFields } from '#flows/broadband/provider-changes.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Provider' };

export default async function ProviderPage({ params }: { params: Promise<{ provider: string }> }) {
  const staff = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const provider = getProvider(reader, numberOf((await params).provider));
  if (provider === undefined) notFound();
  const { id, name, url, wholesaleNetwork, createdAt, retiredAt } = provider;
  const differences = carriedDifferences(reader.db, provider);
  const mayEdit = isRoleEnough(staff.role, 'editor');
  return (
    <AdminPage
      title={name}
      intro={retiredAt === null ? undefined : 'This provider is retired: versions with its layers cannot be published.'}
      actions={
        <LinkButton variant="default" href="/admin/providers">
          All providers
        </LinkButton>
      }
    >
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
      {mayEdit && (
        <Section title="Edit" intro="Changes apply to future files. Published offers stay as they are.">
          <ProviderForm id={id} opened={{ revision, fields: providerFields(provider) }} />
        </Section>
      )}
      <Section title="Other names" intro="Other names that files use for this provider.">
        <AliasSection id={id} name={name} aliases={aliasesOf(reader, id)} mayEdit={mayEdit} revision={revision} />
      </Section>
      {mayEdit && <OfferSections {...{ provider, differences, revision }} />}
    </AdminPage>
  );
}

interface OfferSectionsProps {
  readonly provider: Provider;
  readonly differences: CarriedDifferences;
  readonly revision: number;
}

/** What an editor can do about the published offers of a provider, and its retirement, which depends on them. */
function OfferSections({ provider: { id, name, url, retiredAt }, differences, revision }: OfferSectionsProps) {
  const isRetired = retiredAt !== null;
  return (
    <>
      {differences.offers > 0 && (
        <Section
          title="Apply to published offers"
          intro="Makes a new version, ready to be published, in which the published offers have these details."
        >
          <ApplyForm {...{ id, differences, revision }} hasUrl={url !== ''} />
        </Section>
      )}
      <Section
        title={isRetired ? 'Bring back' : 'Retire'}
        intro={
          differences.offers === 0
            ? undefined
            : 'A provider with published offers cannot be retired: retire its layers and publish that first.'
        }
      >
        <div>
          <StateButton
            {...{ id, name, isRetired, revision, retire: retireProvider, revive: reviveProvider }}
            details={{
              retire: 'Versions with its layers can then no longer be published. You can bring it back.',
              revive: 'Versions with its layers can be published again.',
            }}
          />
        </div>
      </Section>
    </>
  );
}
