'use client';

import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#components/ui/Button.tsx';
import styles from './FormFrame.module.css';
import type { FormState } from './form-state.ts';

interface FormFrameProps {
  readonly state: FormState;
  readonly action: (form: FormData) => void;
  readonly isPending: boolean;
  /** The label of the button. */
  readonly submit: string;
  readonly children?: ReactNode;
}

/** A form with its refusal above the fields and its button below them. After a refusal the first wrong field has the focus. */
export function FormFrame({ state, action, isPending, submit, children }: FormFrameProps) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (state.sentence !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [state]);
  return (
    <form
      ref={form}
      action={action}
      className={styles.form}
      onSubmit={(event) => {
        // a second press would use up a link whose key is about to be shown
        if (isPending) event.preventDefault();
      }}
    >
      {state.sentence !== undefined && (
        <p role="alert" className={styles.fault}>
          {state.sentence}
        </p>
      )}
      {children}
      <div>
        <Button type="submit" aria-disabled={isPending}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
