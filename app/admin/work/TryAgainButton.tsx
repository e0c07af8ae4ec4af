'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { ask } from '#components/admin/forms/use-action-form.ts';
import { usePending } from '#components/admin/forms/use-pending.ts';
import { tryAgain } from './actions.ts';

/** Runs a job again that failed or was cancelled, and opens the new one. */
export function TryAgainButton({ id, title }: { readonly id: number; readonly title: string }) {
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const again = () =>
    start(async () => {
      const result = await ask(() => tryAgain(id));
      if (result.ok) goTo(`/admin/work/${result.value}`);
      else setSentence(result.sentence);
    });
  return (
    <>
      <FormError sentence={sentence} />
      <Button variant="default" loading={isPending} onClick={again} aria-label={`Try again: ${title}`}>
        Try again
      </Button>
    </>
  );
}
