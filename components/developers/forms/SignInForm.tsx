'use client';

import { useActionState } from 'react';
import { TextField } from '#components/ui/TextField.tsx';
import { type DeveloperWords, fill } from '#lib/messages/developers/words.ts';
import { FormFrame } from './FormFrame.tsx';
import { type FormAction, untouched } from './form-state.ts';
import { Outcome } from './Outcome.tsx';

interface SignInFormProps {
  readonly words: DeveloperWords;
  readonly action: FormAction;
  readonly isMailSet: boolean;
}

/** Asks for a sign-in link. What it answers does not depend on whether the address is known. */
export function SignInForm({ words, action, isMailSet }: SignInFormProps) {
  const [state, send, isPending] = useActionState(action, untouched);
  const { fields, values } = state;
  if (state.isDone) {
    return (
      <Outcome>
        <p>{fill(isMailSet ? words.linkSent : words.linkSentWithoutMail, { email: values.email ?? '' })}</p>
      </Outcome>
    );
  }
  return (
    <FormFrame state={state} action={send} isPending={isPending} submit={words.sendLink}>
      <TextField
        label={words.email}
        inputMode="email"
        autoCapitalize="none"
        name="email"
        autoComplete="email"
        fault={fields.email}
        defaultValue={values.email}
      />
    </FormFrame>
  );
}
