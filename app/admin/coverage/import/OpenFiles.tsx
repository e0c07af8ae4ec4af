import Link from 'next/link';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import { type Column, DataTable } from '#components/admin/lists/DataTable.tsx';
import { Section } from '#components/admin/Section.tsx';
import { State } from '#components/admin/State.tsx';
import { connections } from '#db/client.ts';
import type { Job } from '#db/jobs/jobs.ts';
import { getUpload } from '#db/jobs/uploads.ts';

interface Row extends Job {
  readonly name: string;
}

interface OpenFilesProps {
  /** The latest inspection of each file. */
  readonly files: readonly Job[];
  /** The path of the page of an inspection, without its number. */
  readonly path: string;
  readonly removeFile: (values: { readonly uploadId: string }) => Promise<ActionResult<void>>;
}

const columnsOf = ({ path, removeFile }: OpenFilesProps): readonly Column<Row>[] => [
  {
    key: 'name',
    title: 'File',
    render: ({ id, name }) => (
      <Link prefetch={false} href={`${path}/${id}`}>
        {name}
      </Link>
    ),
  },
  { key: 'state', title: 'State', render: stateOf },
  { key: 'who', title: 'Uploaded by', render: ({ who }) => who },
  { key: 'asked', title: 'Uploaded', render: ({ createdAt }) => <Instant at={createdAt} /> },
  {
    key: 'remove',
    title: 'Remove',
    render: ({ name, uploadId }) => (
      <ConfirmButton
        label="Remove"
        description={`Remove ${name}`}
        question={`Remove ${name}?`}
        detail="Nothing in it is imported. You can upload it again."
        action={removeFile.bind(null, { uploadId: uploadId ?? '' })}
      />
    ),
  },
];

/** The uploaded files that nobody has explained yet; hidden without any. */
export function OpenFiles(props: OpenFilesProps) {
  const { reader } = connections();
  const rows = props.files.map((job) => ({
    ...job,
    name: getUpload(reader, job.uploadId ?? '')?.name ?? job.title,
  }));
  if (rows.length === 0) return null;
  return (
    <Section
      title="Uploaded files"
      intro="Continue with a file, or remove it. Files that nobody uses are removed automatically."
    >
      <DataTable label="uploaded files" columns={columnsOf(props)} rows={rows} rowKey={({ id }) => id} empty="" />
    </Section>
  );
}

function stateOf({ state }: Row) {
  if (state === 'done') return <State kind="soon">Needs your answers</State>;
  return state === 'failed' ? <State kind="ended">Cannot be read</State> : <State kind="soon">Being read</State>;
}
