'use client';

import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { passwordToggle } from '#components/admin/forms/password-toggle.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { leastPasswordLength } from '#lib/staff/password-length.ts';
import { acceptInvitation } from './actions.ts';

interface PasswordFormProps {
  readonly token: string;
  /** Null for the first administrator. */
  readonly email: string | null;
}

/** A password, typed twice; the first administrator also gives an email address. */
export function PasswordForm({ token, email }: PasswordFormProps) {
  const { form, sentence, isPending, submit } = useActionForm(
    { token, email: email ?? '', password: '', repeated: '' },
    acceptInvitation,
    goTo,
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {email === null && (
          <Text>You are the first administrator here. Enter your email address and choose a password.</Text>
        )}
        <FormError sentence={sentence} />
        <TextInput
          label="Email address"
          type="email"
          autoComplete="username"
          readOnly={email !== null}
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label="New password"
          description={`At least ${leastPasswordLength} characters. A few words in a row are strong and easy to remember.`}
          autoComplete="new-password"
          visibilityToggleButtonProps={passwordToggle}
          {...form.getInputProps('password')}
        />
        <PasswordInput
          label="Repeat the password"
          autoComplete="new-password"
          visibilityToggleButtonProps={passwordToggle}
          {...form.getInputProps('repeated')}
        />
        <Button type="submit" loading={isPending}>
          Set password and sign in
        </Button>
      </Stack>
    </form>
  );
}
