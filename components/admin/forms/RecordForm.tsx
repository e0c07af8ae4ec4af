'use client';

import { Button, Group, Stack } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { Done } from './Done.tsx';
import { FormError } from './FormError.tsx';
import type { Outcome, RecordFormState } from './use-record-form.ts';

interface RecordFormProps {
  /** From `useRecordForm`. */
  readonly state: RecordFormState;
  /** The labels of the fields. */
  readonly labels: Readonly<Record<string, string>>;
  /** The words of the values of fields that offer a choice. */
  readonly choices?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The label of the button for a new record: `Add the provider`. */
  readonly addWords?: string;
  /** The label of the button for a change. */
  readonly saveWords?: string;
  /** Shown when a change was saved. */
  readonly savedWords?: string;
  /** The fields. */
  readonly children: ReactNode;
}

/** The frame of a form that adds or changes a record: what someone else has changed, its button, and the outcome. */
export function RecordForm({ state, labels, choices = {}, children, ...words }: RecordFormProps) {
  const { addWords = 'Add', saveWords = 'Save', savedWords = 'Saved.' } = words;
  const { isNew, outcome, sentence, isPending, conflicts, isSettled, submit, forgetOutcome, keep } = state;
  const button = useRef<HTMLButtonElement>(null);
  const labelOf = (field: string) => labels[field] ?? field;
  const shown = conflicts.map(({ field, mine, theirs, by }) => ({
    field,
    by,
    label: labelOf(field),
    mine: valueWords(mine, choices[field]),
    theirs: valueWords(theirs, choices[field]),
  }));
  const doneWords = isNew ? undefined : outcomeWords(outcome, savedWords, labelOf);
  return (
    <form onSubmit={submit} onChange={forgetOutcome} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
        <ChangedMeanwhile
          conflicts={shown}
          onKeep={(field, whose) => {
            keep(field, whose);
            if (conflicts.length === 1) button.current?.focus();
          }}
        />
        {children}
        <Group>
          <Button ref={button} type="submit" loading={isPending}>
            {isNew ? addWords : saveWords}
          </Button>
          <Done sentence={isSettled ? `Press ${saveWords} to finish.` : doneWords} />
        </Group>
      </Stack>
    </form>
  );
}

function outcomeWords(
  outcome: Outcome | undefined,
  savedWords: string,
  labelOf: (field: string) => string,
): string | undefined {
  if (outcome === undefined) return undefined;
  const done = outcome.isSaved ? savedWords : 'Nothing to save: no field was changed.';
  if (outcome.others.length === 0) return done;
  return `${done} Somebody else has changed ${outcome.others.map(labelOf).join(', ')} meanwhile; that stays.`;
}

function valueWords(value: unknown, choices: Readonly<Record<string, string>> | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = String(value ?? '').trim();
  return text === '' ? '(empty)' : (choices?.[text] ?? text);
}
