'use client';

import { Textarea, TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { userFields } from '#flows/access/users.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { addUser, changeUser, type UserValues } from './actions.ts';

type UserFields = ReturnType<typeof userFields>;

interface UserFormProps {
  /** The user to change; without it, the form adds one. */
  readonly id?: number;
  readonly opened?: Opened<UserFields>;
}

const labels = { email: 'Email', name: 'Name', organisation: 'Organisation', note: 'Note' };

/** Adds a user of the broadband API, or changes the details of one. */
export function UserForm({ id = 0, opened }: UserFormProps) {
  const { form, state } = useRecordForm<UserValues, UserFields>({
    opened,
    valuesOf: (fields) => fields,
    empty: { email: '', name: '', organisation: '', note: '' },
    add: addUser,
    save: (changed, seen) => changeUser(id, changed, seen),
    hrefOf: (added) => `/admin/users/${added}?add`,
  });
  return (
    <RecordForm state={state} labels={labels} addWords="Add the user">
      <TextInput label={labels.email} type="email" required autoComplete="off" {...form.getInputProps('email')} />
      <TextInput label={labels.name} autoComplete="off" {...form.getInputProps('name')} />
      <TextInput label={labels.organisation} autoComplete="off" {...form.getInputProps('organisation')} />
      <Textarea label={labels.note} autosize minRows={2} {...form.getInputProps('note')} />
    </RecordForm>
  );
}
