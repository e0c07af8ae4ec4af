'use client';

import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { addUser, saveUser } from './actions.ts';
import type { UserValues } from './forms.ts';

interface UserFormProps {
  /** The user that is changed; a new one is made without it. */
  readonly id?: number;
  readonly values: UserValues;
}

/** What staff say about a user of the broadband service. */
export function UserForm({ id, values }: UserFormProps) {
  const router = useRouter();
  const [isSaved, setSaved] = useState(false);
  const action = async (typed: UserValues) => (id === undefined ? await addUser(typed) : await saveUser(id, typed));
  const { form, sentence, isPending, submit } = useActionForm<UserValues, number | undefined>(
    values,
    action,
    (made) => {
      setSaved(true);
      if (made !== undefined) router.push(`/admin/users/${made}`);
    },
  );
  return (
    <form onSubmit={submit} onChange={() => setSaved(false)} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
        <TextInput label="E-mail" type="email" required autoComplete="off" {...form.getInputProps('email')} />
        <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
        <TextInput label="Organisation" autoComplete="off" {...form.getInputProps('organisation')} />
        <Textarea label="Note" autosize minRows={2} {...form.getInputProps('note')} />
        <Group>
          <Button type="submit" loading={isPending}>
            {id === undefined ? 'Add the user' : 'Save'}
          </Button>
          <Done sentence={isSaved && id !== undefined ? 'Saved.' : undefined} />
        </Group>
      </Stack>
    </form>
  );
}
