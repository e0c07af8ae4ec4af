import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage, BackLink } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { retireTechnology, reviveTechnology } from '#app/admin/technologies/actions.ts';
import { Colour } from '#app/admin/technologies/Colour.tsx';
import { TechnologyForm } from '#app/admin/technologies/TechnologyForm.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { StateButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { numberOf } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { type ListedTechnology, listTechnologies } from '#db/broadband/technologies.ts';
import { connections } from '#db/client.ts';
import { technologyFields } from '#flows/broadband/technology-changes.ts';

export const metadata: Metadata = { title: 'Technology' };

export default async function TechnologyPage({ params }: { params: Promise<{ technology: string }> }) {
  const { mayEdit } = await requireStaff();
  const wantedId = numberOf((await params).technology);
  const { reader } = connections();
  const revision = newestRevision(reader);
  const technology = listTechnologies(reader).find(({ id }) => id === wantedId);
  if (technology === undefined) notFound();
  const { id, name, setId, nominalMaxMbps, colour, retiredAt, publishedOffers } = technology;
  return (
    <AdminPage
      title={name}
      intro={retiredAt === null ? undefined : 'This technology is retired: answers do not include it.'}
      navigation={<BackLink href="/admin/technologies">All technologies</BackLink>}
    >
      <Section title="Details">
        <Facts
          facts={[
            ['Number of its tile layer (set_id)', setId],
            ['Nominal maximum', `${nominalMaxMbps.toLocaleString('en-NZ')} Mbps`],
            ['Colour', <Colour key="colour" colour={colour} setId={setId} />],
            ['Published offers', publishedOffers.toLocaleString('en-NZ')],
            ['Retired', <Instant key="retired" at={retiredAt} never="No" />],
          ]}
        />
      </Section>
      {mayEdit && (
        <Section title="Edit">
          <TechnologyForm id={id} opened={{ revision, fields: technologyFields(technology) }} />
        </Section>
      )}
      {mayEdit && <RetireSection technology={technology} revision={revision} />}
    </AdminPage>
  );
}

interface RetireSectionProps {
  readonly technology: ListedTechnology;
  readonly revision: number;
}

function RetireSection({ technology, revision }: RetireSectionProps) {
  const { id, name, retiredAt, publishedOffers } = technology;
  return (
    <Section
      title={retiredAt === null ? 'Retire' : 'Bring back'}
      intro={
        publishedOffers === 0
          ? undefined
          : 'A technology with published offers cannot be retired: retire its layers and publish that first.'
      }
    >
      <div>
        <StateButton
          {...{ id, name, revision, isRetired: retiredAt !== null, retire: retireTechnology, revive: reviveTechnology }}
          details={{
            retire:
              'Answers no longer include it within a second. Its name and number are kept, and you can bring it back.',
            revive: 'Every answer includes it again within a second, last in the order.',
          }}
        />
      </div>
    </Section>
  );
}
