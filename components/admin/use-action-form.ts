'use client';

import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState, useTransition } from 'react';
import type { ActionResult } from './action-result.ts';

interface ActionForm<Values extends Record<string, unknown>> {
  /** Mantine's form: `{...form.getInputProps('email')}`. */
  readonly form: UseFormReturnType<Values>;
  /** Why the whole was refused, for `FormError`. */
  readonly sentence: string | undefined;
  readonly isPending: boolean;
  /** For `<form onSubmit>`. */
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** What `onDone` returns when it has sent the browser to another page, so that this one is left as it is. */
export const leaving = Symbol('leaving');

/**
 * A form that hands its values to a server action: what was typed stays when it is refused, each message stands at its
 * field, and the page shows the new state after `onDone`.
 */
export function useActionForm<Values extends Record<string, unknown>, Value>(
  initialValues: Values,
  action: (values: Values) => Promise<ActionResult<Value>>,
  onDone: (value: Value) => unknown = () => undefined,
): ActionForm<Values> {
  const form = useForm<Values>({ mode: 'controlled', initialValues });
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = useTransition();
  const router = useRouter();

  const submit = form.onSubmit((values) => {
    setSentence(undefined);
    form.clearErrors();
    start(async () => {
      const result = await ask(() => action(values));
      if (result.ok) {
        if (onDone(result.value) !== leaving) router.refresh();
        return;
      }
      setSentence(result.sentence);
      form.setErrors({ ...result.fields });
    });
  });
  return { form, sentence, isPending, submit };
}

/** Runs an action; a connection that broke becomes a refusal in words. */
export async function ask<Value>(action: () => Promise<ActionResult<Value>>): Promise<ActionResult<Value>> {
  try {
    return await action();
  } catch (fault) {
    // Next carries a redirect out of an action as something thrown, and takes it up again further out
    if (fault instanceof Error && 'digest' in fault) throw fault;
    return { ok: false, sentence: 'The server did not answer. Please check your connection and try again.' };
  }
}
