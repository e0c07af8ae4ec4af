'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ask, goTo, usePending } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { sendTestAlert, tryMessageAgain } from './actions.ts';

/** Has a message sent again now. */
export function TryAgainButton({ id }: { readonly id: number }) {
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const again = () =>
    start(async () => {
      const result = await ask(() => tryMessageAgain(id));
      if (result.ok) goTo(`/admin/outbox/${id}`);
      else setSentence(result.sentence);
    });
  return (
    <>
      <FormError sentence={sentence} />
      <Button variant="default" loading={isPending} onClick={again}>
        Try again
      </Button>
    </>
  );
}

/** Sends a test alert to everybody who gets alerts. */
export function TestAlertButton() {
  const [sentence, setSentence] = useState<string>();
  const [isQueued, setQueued] = useState(false);
  const [isPending, start] = usePending();
  const router = useRouter();
  const send = () =>
    start(async () => {
      const result = await ask(sendTestAlert);
      setSentence(result.ok ? undefined : result.sentence);
      setQueued(result.ok);
      router.refresh();
    });
  return (
    <Stack align="flex-start" mt="md">
      <FormError sentence={sentence} />
      <Button variant="default" loading={isPending} onClick={send}>
        Send a test alert
      </Button>
      <Text role="status">{isQueued && 'The test alert waits in the outbox, and is sent within a few seconds.'}</Text>
    </Stack>
  );
}
