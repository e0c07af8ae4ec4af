'use client';

import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { passwordToggle } from '#components/admin/forms/password-toggle.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { signIn } from './actions.ts';

/** Email address and password. */
export function LoginForm() {
  const { form, sentence, isPending, submit } = useActionForm({ email: '', password: '' }, signIn, goTo);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError sentence={sentence} />
        <TextInput
          label="Email address"
          type="email"
          name="email"
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          visibilityToggleButtonProps={passwordToggle}
          {...form.getInputProps('password')}
        />
        <Button type="submit" loading={isPending}>
          Sign in
        </Button>
      </Stack>
    </form>
  );
}
