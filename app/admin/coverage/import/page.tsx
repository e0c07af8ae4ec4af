import type { Metadata } from 'next';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { LinkButton } from '#components/admin/LinkButton.tsx';
import { Section } from '#components/admin/Section.tsx';
import { listOpenInspections } from '#db/broadband/mapping-facts.ts';
import { connections } from '#db/client.ts';
import { settings } from '#lib/env.ts';
import { removeFile } from './actions.ts';
import { ImportScreenProvider } from './import-screen.tsx';
import { OpenFiles } from './OpenFiles.tsx';
import { staffScreen } from './staff-screen.ts';
import { UploadForm } from './UploadForm.tsx';

export const metadata: Metadata = { title: 'Import coverage' };

export default async function ImportCoveragePage() {
  await requireStaff('editor');
  return (
    <AdminPage
      title="Import coverage"
      intro="Makes a new version on top of what is published. Nothing changes for callers until it is published."
      actions={
        <LinkButton variant="default" href="/admin/jobs">
          Earlier imports
        </LinkButton>
      }
    >
      <Section title="The file">
        <ImportScreenProvider screen={staffScreen}>
          <UploadForm mostBytes={settings().maxUploadBytes} />
        </ImportScreenProvider>
      </Section>
      <OpenFiles
        files={listOpenInspections(connections().reader)}
        path={staffScreen.inspections}
        removeFile={removeFile}
      />
    </AdminPage>
  );
}
