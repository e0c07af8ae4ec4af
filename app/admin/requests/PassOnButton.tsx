'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CopyText } from '#components/admin/CopyText.tsx';
import { ask, usePending } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { showLink } from './actions.ts';

/** Shows a link that could not be mailed, to be passed on. */
export function PassOnButton({ link, whose }: { readonly link: string; readonly whose: string }) {
  const [shown, setShown] = useState<string>();
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const show = () =>
    start(async () => {
      const result = await ask(() => showLink(link));
      if (result.ok) setShown(result.value);
      else setSentence(result.sentence);
    });
  if (shown !== undefined) {
    return (
      <Group align="flex-end">
        <TextInput
          label={`Link for ${whose}`}
          value={shown}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyText text={shown} label="Copy the link" />
      </Group>
    );
  }
  return (
    <>
      <FormError sentence={sentence} />
      <Button variant="default" loading={isPending} onClick={show} aria-label={`Show the link for ${whose}`}>
        Show the link
      </Button>
    </>
  );
}
