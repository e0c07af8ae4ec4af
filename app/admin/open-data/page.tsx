import type { Metadata } from 'next';
import Link from 'next/link';
import { AdminPage } from '#app/admin/AdminPage.tsx';
import { requireStaff } from '#app/admin/guard.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { newestRevision } from '#db/audit/last-changes.ts';
import { connections } from '#db/client.ts';
import { dataFilesOf, getDataTerms, getOpenDataChoice, listDataVersions } from '#db/open-data/open-data.ts';
import { unmadeVersions } from '#flows/open-data/open-data-job.ts';
import { licences } from '#lib/open-data/licences.ts';
import { sizeWords } from '#lib/usage/words.ts';
import { OpenDataForm } from './OpenDataForm.tsx';

export const metadata: Metadata = { title: 'Open data' };

interface Row {
  readonly versionId: number;
  readonly publishedAt: number;
  readonly madeAt: number;
  readonly files: number;
  readonly bytes: number;
}

const columns: readonly Column<Row>[] = [
  {
    key: 'version',
    title: 'Version',
    render: ({ versionId }) => (
      <Link prefetch={false} href={`/admin/coverage/versions/${versionId}`}>
        Version {versionId}
      </Link>
    ),
  },
  { key: 'published', title: 'Published', render: ({ publishedAt }) => <Instant at={publishedAt} /> },
  { key: 'made', title: 'Files made', render: ({ madeAt }) => <Instant at={madeAt} /> },
  { key: 'files', title: 'Files', render: ({ files }) => files.toLocaleString('en-NZ') },
  { key: 'bytes', title: 'On the disk', render: ({ bytes }) => sizeWords(bytes) },
];

/** Whether the published coverage is offered for download, under what, and its files. */
export default async function OpenDataPage() {
  const { mayEdit } = await requireStaff();
  const { reader } = connections();
  const revision = newestRevision(reader);
  const choice = getOpenDataChoice(reader);
  const isOffered = getDataTerms(reader) !== undefined;
  const rows = listDataVersions(reader).map(({ versionId, publishedAt, madeAt }): Row => {
    const files = dataFilesOf(reader, versionId);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return { versionId, publishedAt, madeAt, files: files.length, bytes };
  });
  const unmade = unmadeVersions(reader);
  return (
    <AdminPage
      title="Open data"
      intro="The published coverage as files for everybody: whole, and by technology, provider and area. Versions that are kept stay on offer."
    >
      <Section title="What is offered">
        {mayEdit ? (
          <OpenDataForm opened={{ revision, fields: choice }} />
        ) : (
          <p>
            {choice.licence === '' || !isOffered
              ? 'No coverage is offered for download. An editor can offer it.'
              : `The published coverage is offered under ${licences[choice.licence].title}. Attribution: ${choice.attribution}`}
          </p>
        )}
        {isOffered && (
          <p>
            <a href="/data">See the public page</a>
          </p>
        )}
      </Section>
      <Section title="Files">
        {unmade.length > 0 && (
          <p>
            The files of version {unmade.join(', ')} are being made. <Link href="/admin/jobs">See the jobs</Link>
          </p>
        )}
        <DataTable
          label="versions"
          columns={columns}
          rows={rows}
          rowKey={({ versionId }) => versionId}
          empty={<p>{isOffered ? 'No files are made yet.' : 'Nothing is offered, so there are no files.'}</p>}
        />
      </Section>
    </AdminPage>
  );
}
