'use client';

import { Button } from '@mantine/core';
import { useTransition } from 'react';
import { signOut } from '../../app/admin/sign-out.ts';
import { goTo } from './go-to.ts';
import { ask } from './use-action-form.ts';

/** Ends this browser's session. */
export function SignOutButton() {
  const [isPending, start] = useTransition();
  const leave = () =>
    start(async () => {
      const result = await ask(signOut);
      if (result.ok) goTo(result.value);
    });
  return (
    <Button variant="default" size="xs" loading={isPending} onClick={leave}>
      Sign out
    </Button>
  );
}
