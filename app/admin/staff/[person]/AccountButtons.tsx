'use client';

import { Group } from '@mantine/core';
import { disable, enable, remove, removeSecondFactors } from '#app/admin/staff/actions.ts';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';

interface AccountButtonsProps {
  readonly id: number;
  readonly email: string;
  /** Of the page with the buttons. */
  readonly revision: number;
  readonly isDisabled: boolean;
  readonly hasSecondFactor: boolean;
  /** Whether the person has accepted the invitation. */
  readonly hasAccepted: boolean;
}

/** Disables or enables an account, removes it, and removes lost second factors. */
export function AccountButtons({ id, email, revision, isDisabled, hasSecondFactor, hasAccepted }: AccountButtonsProps) {
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
      <ConfirmButton
        size="sm"
        label={hasAccepted ? 'Remove account' : 'Withdraw invitation'}
        question={hasAccepted ? `Remove ${email}?` : `Withdraw the invitation of ${email}?`}
        detail={
          hasAccepted
            ? 'All their sessions end at once, and their password, passkeys and links are deleted. This cannot be undone; you can only invite them again.'
            : 'Their link stops working at once. You can invite them again.'
        }
        action={() => remove(id, revision)}
        onDone={() => goTo('/admin/staff')}
      />
    </Group>
  );
}
