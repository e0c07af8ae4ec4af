import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/page-wanted.ts';
import { AliasSection } from '#app/admin/providers/AliasSection.tsx';
import { ApplyForm } from '#app/admin/providers/ApplyForm.tsx';
import { retireProvider, reviveProvider } from '#app/admin/providers/actions.ts';
import { ProviderForm } from '#app/admin/providers/ProviderForm.tsx';
import { wholesaleWords } from '#app/admin/providers/wholesale-words.ts';
import { Facts } from '#components/admin/Facts.tsx';
import { StateButton } from '#components/admin/forms/StateButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { carriedDifferences } from '#db/broadband/provider-offers.ts';
import { aliasesOf, getProvider } from '#db/broadband/providers.ts';
import { connections } from '#db/client.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Provider' };

export default async function ProviderPage({ params }: { params: Promise<{ provider: string }> }) {
  const staff = await requireStaff();
  const { reader } = connections();
  const provider = getProvider(reader, numberOf((await params).provider));
  if (provider === undefined) notFound();
  const { id, name, url, wholesaleNetwork, createdAt, retiredAt } = provider;
  const differences = carriedDifferences(reader.db, provider);
  const mayEdit = isRoleEnough(staff.role, 'editor');
  return (
    <AdminPage
      title={name}
      intro={
        retiredAt === null ? undefined : 'This provider is retired: no version that holds its layers may be published.'
      }
      actions={
        <LinkButton variant="default" href="/admin/providers">
          All providers
        </LinkButton>
      }
    >
      <Section title="What stands">
        <Facts
          facts={[
            ['Address on the web', url],
            ['Wholesale network', wholesaleWords[wholesaleNetwork]],
            ['Published offers', differences.offers.toLocaleString('en-NZ')],
            ['Known since', <Instant key="since" at={createdAt} />],
            ['Retired', <Instant key="retired" at={retiredAt} never="No" />],
          ]}
        />
      </Section>
      {mayEdit && (
        <Section title="Change it" intro="This counts for files to come. Each published offer keeps what it carries.">
          <ProviderForm id={id} values={{ name, url, wholesaleNetwork }} />
        </Section>
      )}
      <Section title="Other names" intro="Names by which its files call it.">
        <AliasSection id={id} name={name} aliases={aliasesOf(reader, id)} mayEdit={mayEdit} />
      </Section>
      {mayEdit && differences.offers > 0 && (
        <Section
          title="Apply to published"
          intro="Makes a new version, ready to be published, in which the published offers carry what is said here now."
        >
          <ApplyForm id={id} differences={differences} hasUrl={url !== ''} />
        </Section>
      )}
      {mayEdit && (
        <Section
          title={retiredAt === null ? 'Retire it' : 'Bring it back'}
          intro={
            differences.offers === 0
              ? undefined
              : 'While offers of it are published, it cannot be retired: retire its layers and publish that first.'
          }
        >
          <div>
            <StateButton
              {...{ id, name, isRetired: retiredAt !== null, retire: retireProvider, revive: reviveProvider }}
              details={{
                retire:
                  'No version that holds its layers may be published then. It must have no published offer. It can be brought back.',
                revive: 'Versions that hold its layers may be published again.',
              }}
            />
          </div>
        </Section>
      )}
    </AdminPage>
  );
}
