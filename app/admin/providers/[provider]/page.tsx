import type { Metadata } from 'next';
import { ApplyForm } from '#app/admin/providers/ApplyForm.tsx';
import { openProvider, type ProviderParams, ProviderScreen } from '#app/admin/providers/ProviderScreen.tsx';
import { wholesaleWords } from '#app/admin/providers/provider-words.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { Section } from '#components/admin/Section.tsx';
import { carriedDifferences } from '#db/broadband/provider-offers.ts';
import { connections } from '#db/client.ts';

export const metadata: Metadata = { title: 'Provider' };

/** A provider's details, and whether its published offers have them. */
export default async function ProviderPage({ params }: { params: ProviderParams }) {
  const opened = await openProvider(params);
  const { provider, revision, mayEdit } = opened;
  const { id, url, wholesaleNetwork, createdAt, retiredAt } = provider;
  const differences = carriedDifferences(connections().reader.db, provider);
  return (
    <ProviderScreen opened={opened}>
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
    </ProviderScreen>
  );
}
