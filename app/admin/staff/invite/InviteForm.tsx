'use client';

import { Button, Group, Radio, RadioGroup, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { invite } from '#app/admin/staff/actions.ts';
import { OneTimeLink } from '#app/admin/staff/OneTimeLink.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { Stage } from '#components/admin/Stage.tsx';
import { roles, roleWords } from '#lib/staff/role.ts';

/** Asks for an email address and a role, then shows the link, only once, or that it was mailed. */
export function InviteForm({ isMailed }: { readonly isMailed: boolean }) {
  const [link, setLink] = useState<string | null>();
  const { form, sentence, isPending, submit } = useActionForm({ email: '', role: 'viewer' }, invite, setLink);
  const again = () => {
    form.reset();
    setLink(undefined);
  };
  if (link !== undefined) {
    return (
      <Stage name="link">
        <OneTimeLink link={link} email={form.values.email}>
          <Button variant="default" onClick={again}>
            Invite somebody else
          </Button>
        </OneTimeLink>
      </Stage>
    );
  }
  return (
    <Stage name="form">
      <form onSubmit={submit} noValidate>
        <Stack maw="32rem">
          <FormError sentence={sentence} />
          <TextInput label="Email address" type="email" autoComplete="off" {...form.getInputProps('email')} />
          <RadioGroup label="Role" {...form.getInputProps('role')}>
            <Stack gap="xs" mt="xs">
              {roles.map((role) => (
                <Radio key={role} value={role} label={roleWords[role]} />
              ))}
            </Stack>
          </RadioGroup>
          <Group>
            <Button type="submit" loading={isPending}>
              {isMailed ? 'Mail the invitation' : 'Create link'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Stage>
  );
}
