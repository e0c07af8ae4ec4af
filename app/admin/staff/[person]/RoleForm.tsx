'use client';

import { changeRole } from '#app/admin/staff/actions.ts';
import type { ProviderChoice } from '#app/admin/staff/provider-choices.ts';
import { RoleFields, type RoleValues } from '#app/admin/staff/RoleFields.tsx';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { roleWords } from '#lib/staff/role.ts';

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
