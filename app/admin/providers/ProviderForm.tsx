'use client';

import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Done } from '../../../components/admin/Done.tsx';
import { FormError } from '../../../components/admin/FormError.tsx';
import { useActionForm } from '../../../components/admin/use-action-form.ts';
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
  const router = useRouter();
  const [isSaved, setSaved] = useState(false);
  const { form, sentence, isPending, submit } = useActionForm<ProviderValues, number | undefined>(
    values,
    async (typed) => (id === undefined ? await addProvider(typed) : await saveProvider(id, typed)),
    (made) => {
      setSaved(true);
      if (made !== undefined) router.push(`/admin/providers/${made}`);
    },
  );
  return (
    <form onSubmit={submit} onChange={() => setSaved(false)} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
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
        <Group>
          <Button type="submit" loading={isPending}>
            {id === undefined ? 'Add the provider' : 'Save'}
          </Button>
          <Done
            sentence={
              isSaved && id !== undefined ? 'Saved, for files to come. What is published stays as it is.' : undefined
            }
          />
        </Group>
      </Stack>
    </form>
  );
}
