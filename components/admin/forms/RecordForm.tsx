'use client';

import { Button, Group, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { ActionResult } from './action-result.ts';
import { Done } from './Done.tsx';
import { FormError } from './FormError.tsx';
import { useActionForm } from './use-action-form.ts';

interface EditedRecord<Values> {
  /** The number of the record; undefined adds a new one. */
  readonly id: number | undefined;
  readonly values: Values;
  /** Server actions; `add` gives the number of the new record. */
  readonly add?: (values: Values) => Promise<ActionResult<number>>;
  readonly save: (id: number, values: Values) => Promise<ActionResult<void>>;
  /** The page of a new record. */
  readonly hrefOf?: (id: number) => string;
}

interface RecordFormState {
  readonly isNew: boolean;
  readonly isSaved: boolean;
  readonly sentence: string | undefined;
  readonly isPending: boolean;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly forgetSaved: () => void;
}

/** A form that adds a record or changes it: Mantine's form for its fields, and the state for `RecordForm`. */
export function useRecordForm<Values extends Record<string, unknown>>({
  id,
  values,
  add,
  save,
  hrefOf,
}: EditedRecord<Values>): {
  readonly form: UseFormReturnType<Values>;
  readonly state: RecordFormState;
} {
  const router = useRouter();
  const [isSaved, setSaved] = useState(false);
  const { form, ...rest } = useActionForm<Values, unknown>(
    values,
    async (typed) => (id === undefined && add !== undefined ? await add(typed) : await save(id ?? 0, typed)),
    (added) => {
      setSaved(true);
      if (typeof added === 'number' && hrefOf !== undefined) router.push(hrefOf(added));
    },
  );
  return { form, state: { ...rest, isSaved, isNew: id === undefined, forgetSaved: () => setSaved(false) } };
}

interface RecordFormProps {
  readonly state: RecordFormState;
  /** The label of the button for a new record: `Add the provider`. */
  readonly addWords?: string;
  /** Shown when a change was saved. */
  readonly savedWords?: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** The frame of a form that adds or changes a record: its button, and the outcome. */
export function RecordForm({ state, addWords = 'Add', savedWords = 'Saved.', children }: RecordFormProps) {
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
