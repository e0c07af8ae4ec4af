'use client';

import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ActionResult } from './action-result.ts';
import { Done } from './Done.tsx';
import { FormError } from './FormError.tsx';
import { useActionForm } from './use-action-form.ts';

interface Thing<Values> {
  /** The number of what is changed; undefined makes a new one. */
  readonly id: number | undefined;
  readonly values: Values;
  /** Server actions; the first gives the number of what was made. */
  readonly add: (values: Values) => Promise<ActionResult<number>>;
  readonly save: (id: number, values: Values) => Promise<ActionResult<void>>;
  /** Where it leads on when one was made. */
  readonly hrefOf: (id: number) => string;
}

interface ThingFormState {
  readonly isNew: boolean;
  readonly isSaved: boolean;
  readonly sentence: string | undefined;
  readonly isPending: boolean;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly forgetSaved: () => void;
}

/** The form by which a thing of a list is made or changed: Mantine's form for its fields, and what `RecordForm` needs. */
export function useRecordForm<Values extends Record<string, unknown>>({
  id,
  values,
  add,
  save,
  hrefOf,
}: Thing<Values>): {
  readonly form: UseFormReturnType<Values>;
  readonly state: ThingFormState;
} {
  const router = useRouter();
  const [isSaved, setSaved] = useState(false);
  const { form, ...rest } = useActionForm<Values, number | void>(
    values,
    async (typed) => (id === undefined ? await add(typed) : await save(id, typed)),
    (made) => {
      setSaved(true);
      if (typeof made === 'number') router.push(hrefOf(made));
    },
  );
  return { form, state: { ...rest, isSaved, isNew: id === undefined, forgetSaved: () => setSaved(false) } };
}

interface ThingFormProps {
  readonly state: ThingFormState;
  /** What stands on the button while it is new: `Add the provider`. */
  readonly addWords: string;
  /** What is told when a change was saved. */
  readonly savedWords: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** Frames the fields by which a thing is made or changed, and tells what came of it. */
export function RecordForm({ state, addWords, savedWords, children }: ThingFormProps) {
  const { isNew, isSaved, sentence, isPending, submit, forgetSaved } = state;
  return (
    <form onSubmit={submit} onChange={forgetSaved} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
        {children}
        <Group>
          <Button type="submit" loading={isPending}>
            {isNew ? addWords : 'Save'}
          </Button>
          <Done sentence={isSaved && !isNew ? savedWords : undefined} />
        </Group>
      </Stack>
    </form>
  );
}
