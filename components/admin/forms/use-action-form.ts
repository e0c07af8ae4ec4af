'use client';

import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ActionResult } from './action-result.ts';
import { usePending } from './use-pending.ts';

interface ActionForm<Values extends Record<string, unknown>> {
  /** Mantine's form: `{...form.getInputProps('email')}`. */
  readonly form: UseFormReturnType<Values>;
  /** Why the whole was refused, for `FormError`. */
  readonly sentence: string | undefined;
  /** What was probably meant in a field that was refused, until the next attempt. */
  readonly suggestions: Readonly<Record<string, string>>;
  readonly isPending: boolean;
  /** For `<form onSubmit>`. */
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** What `onDone` returns to leave the page as it is: the browser is going to another, or it shows what would be lost. */
export const unchanged = Symbol('as it is');

/**
 * A form that hands its values to a server action: what was typed stays when it is refused, each message stands at its
 * field, the first of which gets the focus, and the page shows the new state after `onDone`.
 */
export function useActionForm<Values extends Record<string, unknown>, Value>(
  initialValues: Values,
  action: (values: Values) => Promise<ActionResult<Value>>,
  onDone: (value: Value) => unknown = () => undefined,
): ActionForm<Values> {
  const form = useForm<Values>({ mode: 'controlled', initialValues });
  const [sentence, setSentence] = useState<string>();
  const [suggestions, setSuggestions] = useState<Readonly<Record<string, string>>>({});
  const [isPending, start] = usePending();
  const element = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const router = useRouter();

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid]')?.focus();
  }, [refusals]);

  const send = form.onSubmit((values) => {
    setSentence(undefined);
    setSuggestions({});
    form.clearErrors();
    start(async () => {
      const result = await ask(() => action(values));
      if (result.ok) {
        if (onDone(result.value) !== unchanged) router.refresh();
        return;
      }
      setSentence(result.sentence);
      setSuggestions(result.suggestions ?? {});
      form.setErrors({ ...result.fields });
      setRefusals((count) => count + 1);
    });
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    element.current = event.currentTarget;
    send(event);
  };
  return { form, sentence, suggestions, isPending, submit };
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
