'use client';

import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useState } from 'react';
import { useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { Done, FormError } from '#components/admin/forms/FormOutcome.tsx';
import { passwordToggle } from '#components/admin/forms/password-toggle.ts';
import { leastPasswordLength } from '#lib/staff/password-length.ts';
import { changePassword } from './actions.ts';

/** Changes the person's own password. */
export function PasswordForm({ email }: { email: string }) {
  const [done, setDone] = useState<string>();
  const { form, sentence, isPending, submit } = useActionForm(
    { current: '', password: '', repeated: '' },
    changePassword,
    () => {
      form.reset();
      setDone('Your password was changed.');
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="26rem">
        <FormError sentence={sentence} />
        <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
        <PasswordInput
          label="Current password"
          autoComplete="current-password"
          visibilityToggleButtonProps={passwordToggle}
          {...form.getInputProps('current')}
        />
        <PasswordInput
          label="New password"
          description={`At least ${leastPasswordLength} characters.`}
          autoComplete="new-password"
          visibilityToggleButtonProps={passwordToggle}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label="Repeat the new password"
          autoComplete="new-password"
          visibilityToggleButtonProps={passwordToggle}
          {...form.getInputProps('repeated')}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            Change password
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}
