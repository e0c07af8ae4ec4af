'use client';
import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { ask, goTo, useActionForm, usePending } from '#components/admin/forms/ActionForm.tsx';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { passwordToggle } from '#components/admin/forms/password-toggle.ts';
import { beginPasskeySignIn, confirmSecondFactor, finishPasskeySignIn, signIn } from './actions.ts';

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

/** Signs in with a passkey of this device. */
export function PasskeyButton() {
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();

  const signIn = () =>
    start(async () => {
      setSentence(undefined);
      const asked = await ask(beginPasskeySignIn);
      if (!asked.ok) return setSentence(asked.sentence);
      const answer = await startAuthentication({ optionsJSON: asked.value }).catch(() => undefined);
      if (answer === undefined) return setSentence('No passkey was used. Try again, or sign in with your password.');
      const result = await ask(() => finishPasskeySignIn(answer));
      if (result.ok) goTo(result.value);
      else setSentence(result.sentence);
    });

  return (
    <Stack>
      <FormError sentence={sentence} />
      <Button variant="default" loading={isPending} onClick={signIn}>
        Sign in with a passkey
      </Button>
    </Stack>
  );
}

/** The code of the authenticator app, or a recovery code. */
export function SecondFactorForm() {
  const { form, sentence, isPending, submit } = useActionForm({ code: '' }, confirmSecondFactor, goTo);
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormError sentence={sentence} />
        <TextInput
          label="Code"
          description="The six digits that your authenticator app shows, or one of your recovery codes."
          autoComplete="one-time-code"
          autoCapitalize="none"
          {...form.getInputProps('code')}
        />
        <Button type="submit" loading={isPending}>
          Continue
        </Button>
      </Stack>
    </form>
  );
}

interface OpenIdButtonProps {
  readonly label: string;
  /** Begins it, and returns the page of the provider. */
  readonly action: () => Promise<ActionResult<string>>;
  /** What went wrong the last time. */
  readonly refused?: string | undefined;
  readonly variant?: 'filled' | 'default';
}

/** Sends the visitor to the OpenID Connect provider. */
export function OpenIdButton({ label, action, refused, variant = 'default' }: OpenIdButtonProps) {
  const [sentence, setSentence] = useState(refused);
  const [isPending, start] = usePending();
  const begin = () =>
    start(async () => {
      setSentence(undefined);
      const result = await ask(action);
      if (result.ok) goTo(result.value);
      else setSentence(result.sentence);
    });
  return (
    <Stack align={variant === 'filled' ? 'stretch' : 'flex-start'}>
      <FormError sentence={sentence} />
      <Button variant={variant} loading={isPending} onClick={begin}>
        {label}
      </Button>
    </Stack>
  );
}
