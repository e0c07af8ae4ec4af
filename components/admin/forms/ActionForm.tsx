'use client';
import { Button, Group, Stack } from '@mantine/core';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from 'react';
import { giveFocus } from '#components/ui/give-focus.ts';
import type { ActionResult } from './action-result.ts';
import { Done, FormError } from './FormOutcome.tsx';

interface ActionFormProps {
  /** The state of the form, from `useActionForm`. */
  readonly state: {
    readonly sentence: string | undefined;
    readonly isPending: boolean;
    readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  };
  /** The label of the button. */
  readonly label: string;
  readonly variant?: 'filled' | 'default';
  /** What was done, shown beside the button. */
  readonly done?: string | undefined;
  readonly onChange?: () => void;
  readonly children: ReactNode;
}

/** A form of `useActionForm`, with its error above the fields and its button below them. */
export function ActionForm({ state, label, variant = 'filled', done, onChange, children }: ActionFormProps) {
  return (
    <form onSubmit={state.submit} onChange={onChange} noValidate>
      <Stack maw="42rem">
        <FormError sentence={state.sentence} />
        {children}
        <Group>
          <Button type="submit" variant={variant} loading={state.isPending}>
            {label}
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}

/**
 * Like `useTransition`, for work that a button starts. The button is disabled meanwhile and so loses the focus; it gets
 * the focus back unless something else has it by then.
 */
export function usePending(): [isPending: boolean, start: (work: () => Promise<void>) => void] {
  const [isPending, startTransition] = useTransition();
  const before = useRef<Element | null>(null);

  useEffect(() => {
    if (isPending || before.current === null) return;
    giveFocus(before.current);
    before.current = null;
  }, [isPending]);

  const start = (work: () => Promise<void>) => {
    before.current = document.activeElement;
    startTransition(work);
  };
  return [isPending, start];
}

/**
 * For what acts and may then leave the page, and the focus with it: the list that it was in gets the focus, or else the
 * content of the page. What is in a dialog need not: the dialog gives the focus back to what opened it.
 */
export function useFocusAfterwards(): (acted: Element | null) => void {
  const acting = useRef<{ readonly list: Element | null } | undefined>(undefined);
  useEffect(
    () => () => {
      if (acting.current === undefined) return;
      giveFocus(acting.current.list);
      giveFocus(document.getElementById('content'));
    },
    [],
  );
  return (acted) => {
    if (acted?.closest('[role="dialog"]') != null) return;
    acting.current = { list: acted?.closest('[tabindex]') ?? null };
  };
}

/** Fields with a message; of a group of options, which Mantine marks as a whole, the options. */
const faultyFields = '[aria-invalid="true"], [data-invalid], [data-error] [role="radiogroup"] input';

interface ActionFormState<Values extends Record<string, unknown>> {
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
): ActionFormState<Values> {
  const form = useForm<Values>({ mode: 'controlled', initialValues });
  const [sentence, setSentence] = useState<string>();
  const [suggestions, setSuggestions] = useState<Readonly<Record<string, string>>>({});
  const [isPending, start] = usePending();
  const element = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  const router = useRouter();
  const passFocusOn = useFocusAfterwards();

  useEffect(() => {
    if (refusals > 0) element.current?.querySelector<HTMLElement>(faultyFields)?.focus();
  }, [refusals]);

  const send = form.onSubmit((values) => {
    setSentence(undefined);
    setSuggestions({});
    form.clearErrors();
    start(async () => {
      const result = await ask(() => action(values));
      if (result.ok) {
        passFocusOn(element.current);
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

/** Loads another page from the server, so that nothing of this one remains, as after signing in. */
export function goTo(address: string): typeof unchanged {
  window.location.assign(address);
  return unchanged;
}
