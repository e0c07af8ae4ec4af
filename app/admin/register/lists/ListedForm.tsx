'use client';
import { Button, FileInput, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState, useTransition } from 'react';
import { ActionForm, ask, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { Done, FormError } from '#components/admin/forms/FormOutcome.tsx';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { listedColumns } from '#lib/registry/import/listed-row.ts';
import { listedStatuses } from '#lib/registry/status.ts';
import { addListed, importListed, type ListedDetails, type ListedValues, removeListed, saveListed } from './actions.ts';
import styles from './ImportListForm.module.css';
import { readListFile } from './read-list-file.ts';

const labels = { status: 'Status', reason: 'Reason' };
const empty: ListedValues = { name: '', status: 'Reserved', reason: '' };

/** Adds a name to the list. */
export function AddListedForm() {
  const [done, setDone] = useState<string>();
  const { form, ...state } = useActionForm<ListedValues, string>({ ...empty }, addListed, (shown) => {
    setDone(`${shown} is on the list. The API uses it at once.`);
    form.setValues({ ...empty, status: form.values.status });
  });
  return (
    <ActionForm state={state} label="Add the name" done={done} onChange={() => setDone(undefined)}>
      <TextInput
        label="Name"
        placeholder="Such as kea.co.nz"
        required
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...form.getInputProps('name')}
      />
      <ListedFields inputProps={form.getInputProps} />
    </ActionForm>
  );
}

interface ListedFormProps {
  readonly name: string;
  readonly opened: Opened<ListedDetails>;
}

/** Changes what the list says of a name. */
export function ListedForm({ name, opened }: ListedFormProps) {
  const { form, state } = useRecordForm<ListedDetails, ListedDetails>({
    opened,
    empty: opened.fields,
    valuesOf: (fields) => fields,
    save: (changed, seen) => saveListed(name, changed, seen),
  });
  return (
    <RecordForm state={state} labels={labels} savedWords="Saved. The API uses it at once.">
      <ListedFields inputProps={form.getInputProps} />
    </RecordForm>
  );
}

interface ListedFieldsProps {
  readonly inputProps: (field: keyof ListedDetails) => ReturnType<UseFormReturnType<ListedDetails>['getInputProps']>;
}

function ListedFields({ inputProps }: ListedFieldsProps) {
  return (
    <>
      <NativeSelect
        label={labels.status}
        description="Only names directly below .nz can be Conflicted or Resolved."
        data={[...listedStatuses]}
        {...inputProps('status')}
      />
      <TextInput
        label={labels.reason}
        description="For staff only; the API does not show it."
        autoComplete="off"
        {...inputProps('reason')}
      />
    </>
  );
}

interface RemoveListedButtonProps {
  readonly name: string;
  /** The name in Unicode. */
  readonly shown: string;
  /** Of the page with the button. */
  readonly revision: number;
  /** Whether the button is on the name's own page, which no longer exists afterwards. */
  readonly isOwnPage?: boolean;
}

export function RemoveListedButton({ name, shown, revision, isOwnPage = false }: RemoveListedButtonProps) {
  const router = useRouter();
  return (
    <ConfirmButton
      label="Remove"
      description={`Remove ${shown}`}
      question={`Remove ${shown} from the list?`}
      detail="Unless somebody has registered it or a rule prohibits it, the API answers at once that it is available."
      action={() => removeListed(name, revision)}
      onDone={isOwnPage ? () => router.push('/admin/register/lists') : undefined}
    />
  );
}

const { required, optional } = listedColumns;

/** Merges a file of names into the list. */
export function ImportListForm() {
  const [file, setFile] = useState<File | null>(null);
  const [fault, setFault] = useState<{ readonly sentence?: string; readonly rows?: string }>({});
  const [done, setDone] = useState<string>();
  const [isPending, start] = useTransition();
  const router = useRouter();

  const choose = (chosen: File | null) => {
    setFile(chosen);
    setFault({});
    setDone(undefined);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (file === null) return setFault({ rows: 'Choose a file.' });
    start(async () => {
      const read = await readListFile(file);
      if (!read.ok) return setFault({ rows: read.sentence });
      const result = await ask(() => importListed({ source: file.name, text: read.text }));
      if (!result.ok) {
        const rows = Object.entries(result.fields ?? {}).map(([where, message]) => placed(where, message));
        return setFault({ sentence: result.sentence, rows: rows.join('\n') });
      }
      const { new: added, changed, unchanged } = result.value;
      choose(null);
      setDone(`${added} new, ${changed} changed, ${unchanged} unchanged. The API uses them at once.`);
      router.refresh();
    });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="42rem">
        <FormError sentence={fault.sentence} />
        <FileInput
          label="File"
          description={`CSV with the columns ${required.join(' and ')}, and optionally ${optional.join(' and ')}; plain or gzip. Names that are already listed are changed; names that are not in the file stay.`}
          placeholder="Choose a file"
          accept=".csv,.gz,text/csv"
          value={file}
          onChange={choose}
          error={fault.rows}
          classNames={{ error: styles.rows }}
          clearable
          clearButtonProps={{ 'aria-label': 'Clear the file' }}
        />
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            Import the file
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}

/** A fault of a row, with its line. */
function placed(where: string, message: string): string {
  return where.startsWith('line ') ? `L${where.slice(1)}: ${message}` : message;
}
