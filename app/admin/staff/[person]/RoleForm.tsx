'use client';

import { Radio, RadioGroup, Stack } from '@mantine/core';
import { changeRole } from '#app/admin/staff/actions.ts';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { type Role, roles, roleWords } from '#lib/staff/role.ts';

type RoleFields = { readonly role: Role };

/** Gives somebody another role. */
export function RoleForm({ id, opened }: { readonly id: number; readonly opened: Opened<RoleFields> }) {
  const { form, state } = useRecordForm<RoleFields, RoleFields>({
    ...{ opened, empty: opened.fields },
    valuesOf: (fields) => fields,
    save: (changed, seen) => changeRole(id, changed, seen),
  });
  return (
    <RecordForm
      state={state}
      labels={{ role: 'Role' }}
      choices={{ role: roleWords }}
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
    </RecordForm>
  );
}
