'use client';

import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import { registrarPerSecond } from '#lib/access/limit/defaults.ts';
import { addRegistrar, changeRegistrar } from './actions.ts';
import type { RegistrarValues } from './forms.ts';

interface RegistrarFormProps {
  /** The registrar to change; without it, the form adds one. */
  readonly id?: number;
  readonly values: RegistrarValues;
}

/** Adds a registrar, or changes the details of one. */
export function RegistrarForm({ id, values }: RegistrarFormProps) {
  const { form, state } = useRecordForm<RegistrarValues>({
    id,
    values,
    add: addRegistrar,
    save: changeRegistrar,
    hrefOf: (added) => `/admin/registrars/${added}`,
  });
  return (
    <RecordForm
      state={state}
      addWords="Add the registrar"
      savedWords="Saved. It takes effect on every server within a second."
    >
      <TextInput label="Name" required autoComplete="off" {...form.getInputProps('name')} />
      <TextInput
        label="Contact email"
        description="Where to write when something changes for this registrar."
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
        description="A disabled registrar’s networks let nobody in."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </RecordForm>
  );
}
