'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import type { providerFields } from '#flows/broadband/provider-changes.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { addProvider, saveProvider } from './actions.ts';
import type { ProviderValues } from './forms.ts';
import { wholesaleWords } from './wholesale-words.ts';

type ProviderFields = ReturnType<typeof providerFields>;

interface ProviderFormProps {
  /** The provider to change; without it a new one is added. */
  readonly id?: number;
  readonly opened?: Opened<ProviderFields>;
}

const labels = { name: 'Name', url: 'Web address', wholesaleNetwork: 'Wholesale network' };

/** Adds a provider, or changes the details of one. */
export function ProviderForm({ id = 0, opened }: ProviderFormProps) {
  const { form, state } = useRecordForm<ProviderValues, ProviderFields>({
    opened,
    valuesOf: (fields) => fields,
    empty: { name: '', url: '', wholesaleNetwork: 'No' },
    add: addProvider,
    save: (changed, seen) => saveProvider(id, changed, seen),
    hrefOf: (added) => `/admin/providers/${added}`,
  });
  return (
    <RecordForm
      state={state}
      labels={labels}
      choices={{ wholesaleNetwork: wholesaleWords }}
      addWords="Add provider"
      savedWords="Saved for future files. Published offers stay as they are."
    >
      <TextInput
        label={labels.name}
        description={
          opened === undefined ? undefined : 'The old name is kept as another name, so that files still match.'
        }
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={labels.url}
        description="Used for offers whose file gives none."
        type="url"
        autoComplete="off"
        {...form.getInputProps('url')}
      />
      <NativeSelect
        label={labels.wholesaleNetwork}
        description="Used for offers whose file gives none."
        data={Object.entries(wholesaleWords).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('wholesaleNetwork')}
      />
    </RecordForm>
  );
}
