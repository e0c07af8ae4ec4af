'use client';

import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { passwordToggle } from '#components/admin/forms/password-toggle.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { turnOffAuthenticator } from './actions.ts';

/** Turns the authenticator app off; asks for the password. */
export function TurnOffForm({ onEnd }: { onEnd: () => void }) {
  const { form, sentence, isPending, submit } = useActionForm({ password: '' }, turnOffAuthenticator, onEnd);
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="26rem">
        <Text>This removes your recovery codes too. Enter your password to turn the app off.</Text>
        <FormError sentence={sentence} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          visibilityToggleButtonProps={passwordToggle}
          {...form.getInputProps('password')}
        />
        <Group>
          <Button type="submit" color="fault" loading={isPending}>
            Turn the app off
          </Button>
          <Button variant="default" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
