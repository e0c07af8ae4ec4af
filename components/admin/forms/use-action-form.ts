'use client';

import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ActionResult } from './action-result.ts';
import { usePending } from './use-pending.ts';

interface ActionForm<Values extends Record<string, unknown>> {
  /** Mantine's form: `{...form.getInputProps('email')}`. */
  readonly form: UseFormReturnType<Values>;
  /** Why the form was refused, for `FormError`. */
  readonly sentence: string | undefined;
  /** A value that was probably meant in a refused field, until the next attempt. */
  readonly suggestions: Readonly<Record<string, string>>;
  readonly isPending: boolean;
  /** For `<form onSubmit>`. */
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
}

/** Returned by `onDone` to keep the page as it is: the browser is leaving it, or it shows what a refresh would lose. */
export const unchanged = Symbol('unchanged');

/**
 * A form that submits its values to a server action. If they are refused, the typed values stay, each message is shown at
 * its field, and the first such field gets the focus. After `onDone` the page is refreshed.
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

/** Runs an action; a broken connection becomes a refusal in words. */
export async function ask<Value>(action: () => Promise<ActionResult<Value>>): Promise<ActionResult<Value>> {
  try {
    return await action();
  } catch (fault) {
    // Next throws a redirect out of an action, and catches it further out
    if (fault instanceof Error && 'digest' in fault) throw fault;
    return { ok: false, sentence: 'The server did not answer. Check your connection and try again.' };
  }
}
