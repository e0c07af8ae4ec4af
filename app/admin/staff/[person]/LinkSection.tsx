'use client';

import { Button, Group, Stack } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { mailLink, renewLink } from '#app/admin/staff/actions.ts';
import { OneTimeLink } from '#app/admin/staff/OneTimeLink.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { ask } from '#components/admin/forms/use-action-form.ts';
import { usePending } from '#components/admin/forms/use-pending.ts';
import { Stage } from '#components/admin/Stage.tsx';

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
