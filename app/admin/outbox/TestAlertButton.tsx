'use client';

import { Button, Stack, Text } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { ask } from '#components/admin/forms/use-action-form.ts';
import { usePending } from '#components/admin/forms/use-pending.ts';
import { sendTestAlert } from './actions.ts';

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
