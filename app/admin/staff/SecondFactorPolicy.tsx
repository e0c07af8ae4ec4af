'use client';

import { Stack, Text } from '@mantine/core';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { requireSecondFactor } from './actions.ts';

/** Whether everybody must have a second factor, and the button that changes it. */
export function SecondFactorPolicy({ isRequired }: { isRequired: boolean }) {
  return (
    <Stack align="flex-start">
      <Text>
        {isRequired
          ? 'Everybody must have an authenticator app or a passkey.'
          : 'Everybody decides for themselves whether to have an authenticator app or a passkey.'}
      </Text>
      {isRequired ? (
        <ConfirmButton
          size="sm"
          label="No longer require it"
          question="No longer require a second factor of everybody?"
          detail="Those who have one keep it."
          action={() => requireSecondFactor(false)}
        />
      ) : (
        <ConfirmButton
          size="sm"
          label="Require it of everybody"
          question="Require a second factor of everybody?"
          detail="Whoever has none must set one up before anything else, from the next click on. That includes you."
          action={() => requireSecondFactor(true)}
        />
      )}
    </Stack>
  );
}
