'use client';

import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import { registrarPerSecond } from '#lib/access/limit/defaults.ts';
import { addRegistrar, saveRegistrar } from './actions.ts';
import type { RegistrarValues } from './forms.ts';

interface RegistrarFormProps {
  /** The registrar that is changed; a new one is added without it. */
  readonly id?: number;
  readonly values: RegistrarValues;
}

/** Adds a registrar, or changes what is recorded about one. */
export function RegistrarForm({ id, values }: RegistrarFormProps) {
  const { form, state } = useRecordForm<RegistrarValues>({
    id,
    values,
    add: addRegistrar,
    save: saveRegistrar,
    hrefOf: (added) => `/admin/registrars/${added}`,
  });
  return (
    <RecordForm
      state={state}
      addWords="Add the registrar"
      savedWords="Saved. It counts on every server within a second."
    >
      <TextInput label="Name" required autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label="Contact email"
        description="Whom to write to when something changes for them."
        type="email"
        autoComplete="off"
        {...form.getInputProps('contactEmail')}
      />
      <TextInput
        label="Limit, requests a second"
        description={`Empty: the default, ${registrarPerSecond}.`}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('perSecond')}
      />
      <Textarea label="Note" autosize minRows={2} {...form.getInputProps('note')} />
      <Checkbox
        label="Enabled"
        description="While it is not, none of its networks lets anybody in."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </RecordForm>
  );
}
