'use client';

import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { ask } from '#components/admin/forms/use-action-form.ts';
import { usePending } from '#components/admin/forms/use-pending.ts';
import { tryMessageAgain } from './actions.ts';

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
