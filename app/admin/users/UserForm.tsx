'use client';

import { Textarea, TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import { addUser, changeUser } from './actions.ts';
import type { UserValues } from './forms.ts';

interface UserFormProps {
  /** The user to change; without it, the form adds one. */
  readonly id?: number;
  readonly values: UserValues;
}

/** Adds a user of the broadband API, or changes the details of one. */
export function UserForm({ id, values }: UserFormProps) {
  const { form, state } = useRecordForm<UserValues>({
    id,
    values,
    add: addUser,
    save: changeUser,
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
