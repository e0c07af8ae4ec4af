import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import type { ListPageProps } from '#components/admin/lists/list-state.ts';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { getFlaggedAfterDays } from '#db/broadband/policy.ts';
import { getPublishedId } from '#db/broadband/versions.ts';
import { connections } from '#db/client.ts';
import { now } from '#lib/clock.ts';
import { isRoleEnough } from '#lib/staff/role.ts';
import { Downloads } from './Downloads.tsx';
import { LayerTable } from './LayerTable.tsx';
import { PolicyForm } from './PolicyForm.tsx';
import { VersionTable } from './VersionTable.tsx';

export const metadata: Metadata = { title: 'Coverage' };

export default async function CoveragePage({ searchParams }: ListPageProps) {
  const { role } = await requireStaff();
  const mayEdit = isRoleEnough(role, 'editor');
  const { reader } = connections();
  const revision = newestRevision(reader);
  const publishedId = getPublishedId(reader.db);
  return (
    <AdminPage
      title="Coverage"
      intro="Every import makes a version on top of the published one. You can publish a version, and roll back, in one step."
      {...(mayEdit ? { actions: <LinkButton href="/admin/coverage/import">Import a file</LinkButton> } : {})}
    >
      <Section title="Versions">
        <VersionTable reader={reader} mayEdit={mayEdit} params={await searchParams} />
      </Section>
      <Section title="Published layers" intro="A layer is one delivery of a provider for a technology.">
        <LayerTable reader={reader} mayEdit={mayEdit} nowMs={now()} />
        {mayEdit && <PolicyForm opened={{ revision, fields: { flaggedAfterDays: getFlaggedAfterDays(reader.db) } }} />}
      </Section>
      {publishedId !== undefined && <Downloads versionId={publishedId} />}
    </AdminPage>
  );
}
