'use client';

import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { listedStatuses } from '#lib/registry/status.ts';
import { addListed, saveListed } from './actions.ts';
import type { ListedValues } from './forms.ts';

const empty: ListedValues = { name: '', status: 'Reserved', reason: '' };

/** Changes what the list says of a name, or adds a name to it. */
export function ListedForm({ listed }: { readonly listed?: ListedValues }) {
  const [done, setDone] = useState<string>();
  const { form, sentence, isPending, submit } = useActionForm<ListedValues, string>(
    { ...(listed ?? empty) },
    listed === undefined ? addListed : saveListed,
    (shown) => {
      setDone(`${listed === undefined ? `${shown} is on the list.` : 'Saved.'} The API uses it at once.`);
      if (listed === undefined) form.setValues({ ...empty, status: form.values.status });
    },
  );
  return (
    <form onSubmit={submit} onChange={() => setDone(undefined)} noValidate>
      <Stack maw="42rem">
        <FormError sentence={listed === undefined ? sentence : (form.errors.name ?? sentence)} />
        {listed === undefined && (
          <TextInput
            label="Name"
            placeholder="kea.co.nz"
            required
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...form.getInputProps('name')}
          />
        )}
        <NativeSelect
          label="Status"
          description="Only names directly below .nz can be Conflicted or Resolved."
          data={[...listedStatuses]}
          {...form.getInputProps('status')}
        />
        <TextInput
          label="Reason"
          description="For staff only; the API does not show it."
          autoComplete="off"
          {...form.getInputProps('reason')}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            {listed === undefined ? 'Add the name' : 'Save'}
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}
