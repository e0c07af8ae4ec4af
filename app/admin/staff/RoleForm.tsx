'use client';

import { NativeSelect, Radio, RadioGroup, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { type Role, roles, roleWords } from '#lib/staff/role.ts';
import { changeRole } from './actions.ts';
import type { ProviderChoice } from './staff-list.tsx';

export type RoleValues = {
  readonly role: Role;
  readonly provider: number | null;
};

type FieldProps = ReturnType<UseFormReturnType<RoleValues>['getInputProps']>;

interface RoleFieldsProps {
  readonly label: string;
  readonly role: FieldProps;
  readonly provider: FieldProps;
  readonly providers: readonly ProviderChoice[];
}

/** Asks for a role, and for the provider of a provider's person. */
export function RoleFields({ label, role, provider, providers }: RoleFieldsProps) {
  return (
    <>
      <RadioGroup label={label} {...role}>
        <Stack gap="xs" mt="xs">
          {roles.map((known) => (
            <Radio key={known} value={known} label={roleWords[known]} />
          ))}
        </Stack>
      </RadioGroup>
      {role.value === 'provider' && (
        <ProviderField {...{ providers, value: provider.value, onChange: provider.onChange, error: provider.error }} />
      )}
    </>
  );
}

interface ProviderFieldProps {
  readonly value: number | null;
  readonly onChange: (provider: number | null) => void;
  readonly error?: ReactNode;
  readonly providers: readonly ProviderChoice[];
}

/** Asks which network provider a person with the role Provider belongs to. */
function ProviderField({ value, onChange, error, providers }: ProviderFieldProps) {
  return (
    <NativeSelect
      label="Network provider"
      description="They see and deliver only the coverage of this provider."
      data={[{ value: '', label: 'Choose' }, ...providers]}
      value={value === null ? '' : String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : Number(currentTarget.value))}
      error={error}
    />
  );
}

interface RoleFormProps {
  readonly id: number;
  readonly opened: Opened<RoleValues>;
  readonly providers: readonly ProviderChoice[];
}

/** Gives a person another role, or moves them to another provider. */
export function RoleForm({ id, opened, providers }: RoleFormProps) {
  const { form, state } = useRecordForm<RoleValues, RoleValues>({
    opened,
    empty: opened.fields,
    valuesOf: (fields) => fields,
    save: (changed, seen) => changeRole(id, changed, seen),
  });
  return (
    <RecordForm
      state={state}
      labels={{ role: 'Role', provider: 'Network provider' }}
      choices={{ role: roleWords, provider: Object.fromEntries(providers.map(({ value, label }) => [value, label])) }}
      saveWords="Change role"
      savedWords="The role was changed."
    >
      <RoleFields
        label="Role"
        role={form.getInputProps('role')}
        provider={form.getInputProps('provider')}
        providers={providers}
      />
    </RecordForm>
  );
}
