'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { addListed } from './actions.ts';
import type { ListedValues } from './forms.ts';
import { ListedFields } from './ListedFields.tsx';

const empty: ListedValues = { name: '', status: 'Reserved', reason: '' };

/** Adds a name to the list. */
export function AddListedForm() {
  const [done, setDone] = useState<string>();
  const { form, sentence, isPending, submit } = useActionForm<ListedValues, string>(empty, addListed, (shown) => {
    setDone(`${shown} is on the list. The API uses it at once.`);
    form.setValues({ ...empty, status: form.values.status });
  });
  return (
    <form onSubmit={submit} onChange={() => setDone(undefined)} noValidate>
      <Stack maw="42rem">
        <FormError sentence={sentence} />
        <TextInput
          label="Name"
          placeholder="kea.co.nz"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <ListedFields status={form.getInputProps('status')} reason={form.getInputProps('reason')} />
        <Group>
          <Button type="submit" loading={isPending}>
            Add the name
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}
