'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionForm, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { listedStatuses } from '#lib/registry/status.ts';
import { addListed, removeListed, saveListed } from './actions.ts';
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
