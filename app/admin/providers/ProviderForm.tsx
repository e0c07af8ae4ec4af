'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/ThingForm.tsx';
import { addProvider, saveProvider } from './actions.ts';
import type { ProviderValues } from './forms.ts';
import { wholesaleWords } from './wholesale-words.ts';

interface ProviderFormProps {
  /** The provider that is changed; a new one is made without it. */
  readonly id?: number;
  readonly values: ProviderValues;
}

/** What staff say about a provider. */
export function ProviderForm({ id, values }: ProviderFormProps) {
  const { form, state } = useRecordForm<ProviderValues>({
    ...{ id, values, add: addProvider, save: saveProvider },
    hrefOf: (made) => `/admin/providers/${made}`,
  });
  return (
    <RecordForm
      state={state}
      addWords="Add the provider"
      savedWords="Saved, for files to come. What is published stays as it is."
    >
      <TextInput
        label="Name"
        description={
          id === undefined
            ? undefined
            : 'The name it had becomes another name of it, so that files are still understood.'
        }
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Address on the web"
        description="Stands with its offers where a file gives none."
        type="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <NativeSelect
        label="Wholesale network"
        description="Stands with its offers where a file says nothing."
        data={Object.entries(wholesaleWords).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('wholesaleNetwork')}
      />
    </RecordForm>
  );
}
