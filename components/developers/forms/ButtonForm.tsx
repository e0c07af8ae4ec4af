'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useActionState, useEffect } from 'react';
import type { DeveloperWords } from '#lib/messages/developers/words.ts';
import { FormFrame } from './FormFrame.tsx';
import { type FormAction, untouched } from './form-state.ts';
import { Outcome } from './Outcome.tsx';
import { ShownKey } from './ShownKey.tsx';

interface ButtonFormProps {
  readonly action: FormAction;
  /** The hidden fields. */
  readonly values: Readonly<Record<string, string>>;
  /** The label of the button. */
  readonly submit: string;
  /** Shown in place of the button once it was pressed. */
  readonly done: ReactNode;
  /** The words around a key that the action returns. */
  readonly keyWords?: DeveloperWords;
  /** Whether the page shows something else afterwards. */
  readonly refreshes?: boolean;
}

/** A button that changes something. A key that it returns is shown once, in its place. */
export function ButtonForm({ action, values, submit, done, keyWords, refreshes = false }: ButtonFormProps) {
  const [state, send, isPending] = useActionState(action, untouched);
  const router = useRouter();
  useEffect(() => {
    if (state.isDone && refreshes) router.refresh();
  }, [state, refreshes, router]);
  if (state.isDone && state.key !== undefined && keyWords !== undefined) {
    return <ShownKey text={state.key} words={keyWords} />;
  }
  if (state.isDone) return <Outcome>{done}</Outcome>;
  return (
    <FormFrame state={state} action={send} isPending={isPending} submit={submit}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </FormFrame>
  );
}
