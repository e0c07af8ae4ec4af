'use client';

import { Button, Stack } from '@mantine/core';
import { startAuthentication } from '@simplewebauthn/browser';
import { useState } from 'react';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { ask } from '#components/admin/forms/use-action-form.ts';
import { usePending } from '#components/admin/forms/use-pending.ts';
import { beginPasskeySignIn, finishPasskeySignIn } from './actions.ts';

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
