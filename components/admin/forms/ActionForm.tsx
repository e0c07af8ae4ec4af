'use client';

import { Button, Group, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Done } from './Done.tsx';
import { FormError } from './FormError.tsx';

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
