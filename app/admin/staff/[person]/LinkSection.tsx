'use client';

import { Button, Stack } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { renewLink } from '#app/admin/staff/actions.ts';
import { OneTimeLink } from '#app/admin/staff/OneTimeLink.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { ask } from '#components/admin/forms/use-action-form.ts';
import { usePending } from '#components/admin/forms/use-pending.ts';
import { Stage } from '#components/admin/Stage.tsx';

/** Creates a one-time link and shows it, only once. */
export function LinkSection({ id, email, revision }: { id: number; email: string; revision: number }) {
  const [link, setLink] = useState<string>();
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const router = useRouter();

  const make = () =>
    start(async () => {
      const result = await ask(() => renewLink(id, revision));
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
          <Button variant="default" loading={isPending} onClick={make}>
            Create a new link
          </Button>
        </Stack>
      )}
    </Stage>
  );
}
