'use client';

import { Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { ActionResult } from '#components/admin/forms/action-result.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { ask } from '#components/admin/forms/use-action-form.ts';
import { readInvitation } from './actions.ts';
import { PasswordForm } from './PasswordForm.tsx';

/** Reads the token from the fragment of the address, which no server has seen, and asks whose it is. */
export function Invitation() {
  const [token, setToken] = useState('');
  const [answer, setAnswer] = useState<ActionResult<string | null>>();

  useEffect(() => {
    const given = window.location.hash.slice(1);
    let isGone = false;
    setToken(given);
    void ask(() => readInvitation(given)).then((read) => {
      if (!isGone) setAnswer(read);
    });
    return () => {
      isGone = true;
    };
  }, []);

  if (answer === undefined) return <Text role="status">Checking your link …</Text>;
  if (!answer.ok) return <FormError sentence={answer.sentence} />;
  return <PasswordForm token={token} email={answer.value} />;
}
