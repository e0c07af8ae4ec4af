import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { ImportScreenProvider } from '#app/admin/coverage/import/import-screen.tsx';
import { OpenFiles } from '#app/admin/coverage/import/OpenFiles.tsx';
import { UploadForm } from '#app/admin/coverage/import/UploadForm.tsx';
import { requireOwnNetwork } from '#app/admin/guard.ts';
import { DefaultSpeedsTable } from '#app/admin/providers/DefaultSpeedsTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { listOpenInspections } from '#db/broadband/mapping-facts.ts';
import { defaultSpeedsOf, deliverableTechnologies } from '#db/broadband/own/settings.ts';
import { connections } from '#db/client.ts';
import { settings } from '#lib/env.ts';
import { listed } from '#lib/words/registry/listed.ts';
import { removeOwnFile } from './actions.ts';
import { ownScreen } from './own-screen.ts';

export const metadata: Metadata = { title: 'Deliver coverage' };

export default async function OwnImportPage() {
  const own = await requireOwnNetwork();
  const { reader } = connections();
  const screen = ownScreen(own.name);
  const technologies = deliverableTechnologies(reader.db, own.id);
  return (
    <AdminPage
      title="Deliver coverage"
      intro={`The file becomes a delivery of ${own.name}. Staff check it and publish it; until then nobody else sees it.`}
    >
      <Section
        title="The file"
        intro={technologies.length === 0 ? undefined : `You can deliver ${listed(technologies)}.`}
      >
        <ImportScreenProvider screen={screen}>
          <UploadForm mostBytes={settings().maxUploadBytes} />
        </ImportScreenProvider>
      </Section>
      <Section
        title="Your default speeds"
        intro="Used where your file gives no speed. Staff change them; coverage that is imported already keeps its speeds."
      >
        <DefaultSpeedsTable
          defaults={defaultSpeedsOf(reader.db, own.id)}
          empty="You have no default speeds: your file must give all four. Ask staff if the same speeds apply to all of it."
        />
      </Section>
      <OpenFiles
        files={listOpenInspections(reader).filter(({ providerId }) => providerId === own.id)}
        path={screen.inspections}
        removeFile={removeOwnFile}
      />
    </AdminPage>
  );
}
