'use client';

import { useRouter } from 'next/navigation';
import { type ReactNode, useActionState, useEffect, useId } from 'react';
import styles from './FormFrame.module.css';
import { FormFrame } from './FormFrame.tsx';
import { type FormAction, untouched } from './form-state.ts';

interface ButtonFormProps {
  readonly action: FormAction;
  /** The hidden fields. */
  readonly values: Readonly<Record<string, string>>;
  /** The label of the button. */
  readonly submit: string;
  /** Shown in place of the button once it was pressed. */
  readonly done: ReactNode;
  /** The label of a key that the action returns, and what to do with it. */
  readonly keyWords?: { readonly label: string; readonly hint: string };
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
    return <ShownKey text={state.key} {...keyWords} />;
  }
  if (state.isDone) {
    return (
      <div role="status" className={styles.done}>
        {done}
      </div>
    );
  }
  return (
    <FormFrame state={state} action={send} isPending={isPending} submit={submit}>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </FormFrame>
  );
}

function ShownKey({ text, label, hint }: { readonly text: string; readonly label: string; readonly hint: string }) {
  const id = useId();
  return (
    <div role="status" className={styles.key}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        value={text}
        readOnly
        size={44}
        aria-describedby={`${id}-hint`}
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      <p id={`${id}-hint`}>{hint}</p>
    </div>
  );
}
