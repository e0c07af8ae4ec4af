'use client';

import { Group } from '@mantine/core';
import { disable, dropSecondFactors, enable } from '#app/admin/staff/actions.ts';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';

interface StandingButtonsProps {
  readonly id: number;
  readonly email: string;
  readonly isDisabled: boolean;
  readonly hasSecondFactor: boolean;
}

/** Shuts somebody out or lets them in again, and takes lost second factors from them. */
export function StandingButtons({ id, email, isDisabled, hasSecondFactor }: StandingButtonsProps) {
  return (
    <Group>
      {isDisabled ? (
        <ConfirmButton
          size="sm"
          label="Enable"
          question={`Enable ${email}?`}
          detail="They can sign in again with the password and second factor they had."
          action={() => enable(id)}
        />
      ) : (
        <ConfirmButton
          size="sm"
          label="Disable"
          question={`Disable ${email}?`}
          detail="All their sessions end at once, and they cannot sign in. You can enable them again."
          action={() => disable(id)}
        />
      )}
      {hasSecondFactor && (
        <ConfirmButton
          size="sm"
          label="Remove second factors"
          question={`Remove the second factors of ${email}?`}
          detail="For somebody who has lost their phone. Be sure that it is they who ask: from then on the password alone lets them in. Their sessions end."
          action={() => dropSecondFactors(id)}
        />
      )}
    </Group>
  );
}
