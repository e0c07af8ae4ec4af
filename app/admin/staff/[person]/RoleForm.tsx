'use client';

import { Radio, RadioGroup, Stack } from '@mantine/core';
import { changeRole } from '#app/admin/staff/actions.ts';
import { ProviderField } from '#app/admin/staff/ProviderField.tsx';
import type { ProviderChoice } from '#app/admin/staff/provider-choices.ts';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { type Role, roles, roleWords } from '#lib/staff/role.ts';

type RoleFields = { readonly role: Role; readonly provider: number | null };

interface RoleFormProps {
  readonly id: number;
  readonly opened: Opened<RoleFields>;
  readonly providers: readonly ProviderChoice[];
}

/** Gives somebody another role, or moves them to another provider. */
export function RoleForm({ id, opened, providers }: RoleFormProps) {
  const { form, state } = useRecordForm<RoleFields, RoleFields>({
    ...{ opened, empty: opened.fields },
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
      <RadioGroup aria-label="Role" {...form.getInputProps('role')}>
        <Stack gap="xs">
          {roles.map((known) => (
            <Radio key={known} value={known} label={roleWords[known]} />
          ))}
        </Stack>
      </RadioGroup>
      {form.values.role === 'provider' && (
        <ProviderField
          providers={providers}
          value={form.values.provider}
          onChange={(provider) => form.setFieldValue('provider', provider)}
          error={form.errors.provider}
        />
      )}
    </RecordForm>
  );
}
