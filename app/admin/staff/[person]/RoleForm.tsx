'use client';

import { Button, Group, Radio, RadioGroup, Stack } from '@mantine/core';
import { useState } from 'react';
import { changeRole } from '#app/admin/staff/actions.ts';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { type Role, roles, roleWords } from '#lib/staff/role.ts';

/** Gives somebody another role. */
export function RoleForm({ id, role }: { id: number; role: Role }) {
  const [done, setDone] = useState<string>();
  const { form, sentence, isPending, submit } = useActionForm({ id, role }, changeRole, () =>
    setDone('The role was changed.'),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError sentence={sentence} />
        <RadioGroup aria-label="Role" {...form.getInputProps('role')}>
          <Stack gap="xs">
            {roles.map((known) => (
              <Radio key={known} value={known} label={roleWords[known]} />
            ))}
          </Stack>
        </RadioGroup>
        <Group>
          <Button type="submit" loading={isPending}>
            Change role
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}
