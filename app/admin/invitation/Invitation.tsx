'use client';

import { Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import { ask, goTo, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { passwordToggle } from '#components/admin/forms/password-toggle.ts';
import { leastPasswordLength } from '#lib/staff/password-length.ts';
import { acceptInvitation, readInvitation } from './actions.ts';

/** Reads the token from the fragment of the address, which no server has seen, and asks whose it is. */
export function Invitation() {
  const [token, setToken] = useState('');
  const [answer, setAnswer] = useState<ActionResult<string | null>>();

  useEffect(() => {
    const given = window.location.hash.slice(1);
    let isGone = false;
    setToken(given);
    void ask(() => readInvitation(given)).then((read) => {
      if (!isGone) setAnswer(read);
    });
    return () => {
      isGone = true;
    };
  }, []);

  if (answer === undefined) return <Text role="status">Checking your link …</Text>;
  if (!answer.ok) return <FormError sentence={answer.sentence} />;
  return <PasswordForm token={token} email={answer.value} />;
}

interface PasswordFormProps {
  readonly token: string;
  /** Null for the first administrator. */
  readonly email: string | null;
}

/** A password, typed twice; the first administrator also gives an email address. */
function PasswordForm({ token, email }: PasswordFormProps) {
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
