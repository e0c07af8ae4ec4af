'use client';

import { Button } from '@mantine/core';
import { goTo } from '#components/admin/forms/go-to.ts';
import { ask } from '#components/admin/forms/use-action-form.ts';
import { usePending } from '#components/admin/forms/use-pending.ts';
import { signOut } from './sign-out.ts';

/** Ends the session of this browser. */
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
