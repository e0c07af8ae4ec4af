import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { numberOf } from '#app/admin/page-wanted.ts';
import { retireTechnology, reviveTechnology } from '#app/admin/technologies/actions.ts';
import { Colour } from '#app/admin/technologies/Colour.tsx';
import { TechnologyForm } from '#app/admin/technologies/TechnologyForm.tsx';
import { Facts } from '#components/admin/Facts.tsx';
import { StateButton } from '#components/admin/forms/StateButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { listTechnologies } from '#db/broadband/technologies.ts';
import { connections } from '#db/client.ts';
import { isRoleEnough } from '#lib/staff/role.ts';

export const metadata: Metadata = { title: 'Technology' };

export default async function TechnologyPage({ params }: { params: Promise<{ technology: string }> }) {
  const staff = await requireStaff();
  const asked = numberOf((await params).technology);
  const technology = listTechnologies(connections().reader).find(({ id }) => id === asked);
  if (technology === undefined) notFound();
  const { id, name, setId, nominalMaxMbps, colour, retiredAt, publishedOffers } = technology;
  const mayEdit = isRoleEnough(staff.role, 'editor');
  return (
    <AdminPage
      title={name}
      intro={retiredAt === null ? undefined : 'This technology is retired: no answer has it.'}
      actions={
        <LinkButton variant="default" href="/admin/technologies">
          All technologies
        </LinkButton>
      }
    >
      <Section title="What stands">
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
        <Section title="Change it">
          <TechnologyForm
            id={id}
            values={{ name, nominalMaxMbps: String(nominalMaxMbps), colour: colour ?? '', setId: '' }}
          />
        </Section>
      )}
      {mayEdit && (
        <Section
          title={retiredAt === null ? 'Retire it' : 'Bring it back'}
          intro={
            publishedOffers === 0
              ? undefined
              : 'While published offers use it, it cannot be retired: retire its layers and publish that first.'
          }
        >
          <div>
            <StateButton
              {...{ id, name, isRetired: retiredAt !== null, retire: retireTechnology, revive: reviveTechnology }}
              details={{
                retire:
                  'No answer has it any more within a second. It must have no published offer. Its name and number stay its own, and it can be brought back.',
                revive: 'Every answer has it again within a second, as the last in the order.',
              }}
            />
          </div>
        </Section>
      )}
    </AdminPage>
  );
}
