'use client';

import { Group } from '@mantine/core';
import { disable, enable, removeSecondFactors } from '#app/admin/staff/actions.ts';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';

interface AccountButtonsProps {
  readonly id: number;
  readonly email: string;
  /** Of the page with the buttons. */
  readonly revision: number;
  readonly isDisabled: boolean;
  readonly hasSecondFactor: boolean;
}

/** Disables or enables an account, and removes lost second factors. */
export function AccountButtons({ id, email, revision, isDisabled, hasSecondFactor }: AccountButtonsProps) {
  return (
    <Group>
      {isDisabled ? (
        <ConfirmButton
          size="sm"
          label="Enable"
          question={`Enable ${email}?`}
          detail="They can sign in again with the password and second factor they had."
          action={() => enable(id, revision)}
        />
      ) : (
        <ConfirmButton
          size="sm"
          label="Disable"
          question={`Disable ${email}?`}
          detail="All their sessions end at once, and they cannot sign in. You can enable the account again."
          action={() => disable(id, revision)}
        />
      )}
      {hasSecondFactor && (
        <ConfirmButton
          size="sm"
          label="Remove second factors"
          question={`Remove the second factors of ${email}?`}
          detail="For somebody who has lost their phone. Make sure that it is really them who is asking: afterwards the password alone lets them in. Their sessions end."
          action={() => removeSecondFactors(id, revision)}
        />
      )}
    </Group>
  );
}
