'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useState } from 'react';
import { ActionForm } from '#components/admin/forms/ActionForm.tsx';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { listedStatuses } from '#lib/registry/status.ts';
import { addListed, saveListed } from './actions.ts';
import type { ListedDetails, ListedValues } from './forms.ts';

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
        placeholder="kea.co.nz"
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
