'use client';

import { Button } from '@mantine/core';
import { signOut } from '#app/admin/login/actions.ts';
import { ask, goTo, usePending } from '#components/admin/forms/ActionForm.tsx';

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
