'use client';

import { Stack, Text } from '@mantine/core';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { requireSecondFactor } from './actions.ts';

/** Whether everybody must have a second factor, and a button to change that. */
export function SecondFactorPolicy({ isRequired, revision }: { isRequired: boolean; revision: number }) {
  return (
    <Stack align="flex-start">
      <Text>
        {isRequired
          ? 'Everybody must have an authenticator app or a passkey.'
          : 'An authenticator app or a passkey is optional.'}
      </Text>
      {isRequired ? (
        <ConfirmButton
          size="sm"
          label="No longer require it"
          question="No longer require a second factor of everybody?"
          detail="People who have one keep it."
          action={() => requireSecondFactor(false, revision)}
        />
      ) : (
        <ConfirmButton
          size="sm"
          label="Require it of everybody"
          question="Require a second factor of everybody?"
          detail="From their next click on, people without one must set one up before they can do anything else. That includes you."
          action={() => requireSecondFactor(true, revision)}
        />
      )}
    </Stack>
  );
}
