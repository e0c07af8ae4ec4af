'use client';

import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { registrarFields } from '#flows/access/registrars.ts';
import { registrarPerSecond } from '#lib/access/limit/policy.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { addRegistrar, changeRegistrar, type RegistrarValues } from './actions.ts';
import styles from './NetworkForm.module.css';

export type RegistrarFields = ReturnType<typeof registrarFields>;

interface RegistrarFormProps {
  /** The registrar to change; without it, the form adds one. */
  readonly id?: number;
  readonly opened?: Opened<RegistrarFields>;
}

const labels = {
  name: 'Name',
  contactEmail: 'Contact email',
  perSecond: 'Limit, requests a second',
  note: 'Note',
  enabled: 'Enabled',
  lines: 'Its first networks',
};

/** Adds a registrar, or changes the details of one. */
export function RegistrarForm({ id = 0, opened }: RegistrarFormProps) {
  const { form, state } = useRecordForm<RegistrarValues, RegistrarFields>({
    opened,
    valuesOf: ({ perSecond, ...fields }) => ({ ...fields, perSecond: perSecond?.toString() ?? '', lines: '' }),
    empty: { name: '', contactEmail: '', note: '', perSecond: '', enabled: true, lines: '' },
    add: addRegistrar,
    save: (changed, seen) => changeRegistrar(id, changed, seen),
    // one without networks is refused: its screen asks for the first
    hrefOf: (added): string => `/admin/registrars/${added}${form.values.lines?.trim() === '' ? '?add' : ''}`,
  });
  return (
    <RecordForm
      state={state}
      labels={labels}
      addWords="Add the registrar"
      savedWords="Saved. It takes effect on every server within a second."
    >
      <TextInput label={labels.name} required autoComplete="off" {...form.getInputProps('name')} />
      {opened === undefined && (
        <Textarea
          label={labels.lines}
          description="One address or network per line; each may be followed by a note. Without any, its requests are refused."
          placeholder={'192.0.2.0/24 Auckland office\n2001:db8:7::/48'}
          autosize
          minRows={2}
          autoComplete="off"
          spellCheck={false}
          classNames={{ error: styles.lines }}
          {...form.getInputProps('lines')}
        />
      )}
      <TextInput
        label={labels.contactEmail}
        description="Where to write when something changes for this registrar."
        type="email"
        autoComplete="off"
        {...form.getInputProps('contactEmail')}
      />
      <TextInput
        label={labels.perSecond}
        description={`Empty: the default, ${registrarPerSecond}.`}
        inputMode="numeric"
        autoComplete="off"
        {...form.getInputProps('perSecond')}
      />
      <Textarea label={labels.note} autosize minRows={2} {...form.getInputProps('note')} />
      <Checkbox
        label={labels.enabled}
        description="A disabled registrar’s networks let nobody in."
        {...form.getInputProps('enabled', { type: 'checkbox' })}
      />
    </RecordForm>
  );
}
