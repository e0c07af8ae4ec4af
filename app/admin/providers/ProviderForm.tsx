'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import { addProvider, saveProvider } from './actions.ts';
import type { ProviderValues } from './forms.ts';
import { wholesaleWords } from './wholesale-words.ts';

interface ProviderFormProps {
  /** The provider to change; without it a new one is added. */
  readonly id?: number;
  readonly values: ProviderValues;
}

/** Adds a provider, or changes the details of one. */
export function ProviderForm({ id, values }: ProviderFormProps) {
  const { form, state } = useRecordForm<ProviderValues>({
    ...{ id, values, add: addProvider, save: saveProvider },
    hrefOf: (added) => `/admin/providers/${added}`,
  });
  return (
    <RecordForm
      state={state}
      addWords="Add provider"
      savedWords="Saved for future files. Published offers stay as they are."
    >
      <TextInput
        label="Name"
        description={id === undefined ? undefined : 'The old name is kept as another name, so that files still match.'}
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Web address"
        description="Used for offers whose file gives none."
        type="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <NativeSelect
        label="Wholesale network"
        description="Used for offers whose file gives none."
        data={Object.entries(wholesaleWords).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('wholesaleNetwork')}
      />
    </RecordForm>
  );
}
