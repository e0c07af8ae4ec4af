'use client';

import { Button, Group, Stack } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { disable, enable, mailLink, remove, removeSecondFactors, renewLink } from '#app/admin/staff/actions.ts';
import { OneTimeLink } from '#app/admin/staff/OneTimeLink.tsx';
import { ask, goTo, usePending } from '#components/admin/forms/ActionForm.tsx';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Stage } from '#components/admin/Stage.tsx';

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

interface LinkSectionProps {
  readonly id: number;
  readonly email: string;
  readonly revision: number;
  /** Whether mail can be sent. */
  readonly isMailed: boolean;
}

/** Creates a one-time link, and mails it or shows it, only once. */
export function LinkSection({ id, email, revision, isMailed }: LinkSectionProps) {
  const [link, setLink] = useState<string | null>();
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const router = useRouter();

  const make = (action: typeof renewLink) => () =>
    start(async () => {
      const result = await ask(() => action(id, revision));
      if (result.ok) setLink(result.value);
      // the other buttons of the page get the revision of this change
      router.refresh();
      setSentence(result.ok ? undefined : result.sentence);
    });

  return (
    <Stage name={link === undefined ? 'button' : 'link'}>
      {link !== undefined ? (
        <OneTimeLink link={link} email={email} />
      ) : (
        <Stack align="flex-start">
          <FormError sentence={sentence} />
          <Group>
            {isMailed && (
              <Button variant="default" loading={isPending} onClick={make(mailLink)}>
                Mail a new link
              </Button>
            )}
            <Button variant="default" loading={isPending} onClick={make(renewLink)}>
              {isMailed ? 'Show a new link to pass on' : 'Create a new link'}
            </Button>
          </Group>
        </Stack>
      )}
    </Stage>
  );
}
