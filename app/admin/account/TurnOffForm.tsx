'use client';

import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { passwordToggle } from '#components/admin/forms/password-toggle.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { turnOffAuthenticator } from './second-factor.ts';

/** Turns the authenticator app off, for somebody who knows the password. */
export function TurnOffForm({ onEnd }: { onEnd: () => void }) {
  const { form, sentence, isPending, submit } = useActionForm({ password: '' }, turnOffAuthenticator, onEnd);
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="26rem">
        <Text>Turning the app off ends your recovery codes too. Type your password to go on.</Text>
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
