'use client';

import { Button, Stack } from '@mantine/core';
import { useState, useTransition } from 'react';
import { FormError } from '../../../../components/admin/FormError.tsx';
import { ask } from '../../../../components/admin/use-action-form.ts';
import { makeLink } from '../actions.ts';
import { OneTimeLink } from '../OneTimeLink.tsx';

/** Makes a one-time link and shows it once. */
export function LinkSection({ id, email }: { id: number; email: string }) {
  const [link, setLink] = useState<string>();
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = useTransition();

  const make = () =>
    start(async () => {
      const result = await ask(() => makeLink(id));
      if (result.ok) setLink(result.value);
      setSentence(result.ok ? undefined : result.sentence);
    });

  if (link !== undefined) return <OneTimeLink link={link} email={email} />;
  return (
    <Stack align="flex-start">
      <FormError sentence={sentence} />
      <Button variant="default" loading={isPending} onClick={make}>
        Make a new link
      </Button>
    </Stack>
  );
}
