'use client';

import { Button, Group, Radio, RadioGroup, Stack } from '@mantine/core';
import { useState } from 'react';
import { type Role, roles, roleWords } from '#lib/access/staff/role.ts';
import { Done } from '../../../../components/admin/Done.tsx';
import { FormError } from '../../../../components/admin/FormError.tsx';
import { useActionForm } from '../../../../components/admin/use-action-form.ts';
import { giveRole } from '../actions.ts';

/** What somebody may do. */
export function RoleForm({ id, role }: { id: number; role: Role }) {
  const [done, setDone] = useState<string>();
  const { form, sentence, isPending, submit } = useActionForm({ id, role }, giveRole, () =>
    setDone('The role is changed.'),
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
            Change the role
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}
