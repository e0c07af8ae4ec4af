'use client';

import { Textarea, TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import { addUser, saveUser } from './actions.ts';
import type { UserValues } from './forms.ts';

interface UserFormProps {
  /** The user that is changed; a new one is added without it. */
  readonly id?: number;
  readonly values: UserValues;
}

/** Adds a user of the broadband service, or changes what is recorded about one. */
export function UserForm({ id, values }: UserFormProps) {
  const { form, state } = useRecordForm<UserValues>({
    id,
    values,
    add: addUser,
    save: saveUser,
    hrefOf: (added) => `/admin/users/${added}`,
  });
  return (
    <RecordForm state={state} addWords="Add the user" savedWords="Saved.">
      <TextInput label="Email" type="email" required autoComplete="off" {...form.getInputProps('email')} />
      <TextInput label="Name" autoComplete="off" {...form.getInputProps('name')} />
      <TextInput label="Organisation" autoComplete="off" {...form.getInputProps('organisation')} />
      <Textarea label="Note" autosize minRows={2} {...form.getInputProps('note')} />
    </RecordForm>
  );
}
