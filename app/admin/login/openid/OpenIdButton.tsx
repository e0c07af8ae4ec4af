'use client';

import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { ask, usePending } from '#components/admin/forms/ActionForm.tsx';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';

interface OpenIdButtonProps {
  readonly label: string;
  /** Begins it, and returns the page of the provider. */
  readonly action: () => Promise<ActionResult<string>>;
  /** What went wrong the last time. */
  readonly refused?: string | undefined;
  readonly variant?: 'filled' | 'default';
}

/** Sends the visitor to the OpenID Connect provider. */
export function OpenIdButton({ label, action, refused, variant = 'default' }: OpenIdButtonProps) {
  const [sentence, setSentence] = useState(refused);
  const [isPending, start] = usePending();
  const begin = () =>
    start(async () => {
      setSentence(undefined);
      const result = await ask(action);
      if (result.ok) goTo(result.value);
      else setSentence(result.sentence);
    });
  return (
    <Stack align={variant === 'filled' ? 'stretch' : 'flex-start'}>
      <FormError sentence={sentence} />
      <Button variant={variant} loading={isPending} onClick={begin}>
        {label}
      </Button>
    </Stack>
  );
}
