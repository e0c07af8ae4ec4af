'use client';

import { Button } from '@mantine/core';
import { signOut } from '../../app/admin/sign-out.ts';
import { goTo } from './go-to.ts';
import { ask } from './use-action-form.ts';
import { usePending } from './use-pending.ts';

/** Ends this browser's session. */
export function SignOutButton() {
  const [isPending, start] = usePending();
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
