'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useRef } from 'react';
import type { Conflict } from '#lib/editing/merge-fields.ts';
import { clockAndDay } from '#lib/time/date-words.ts';
import { Caution } from './Caution.tsx';
import own from './ChangedMeanwhile.module.css';
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

/** A field that two people changed, with both values in words. */
interface OpenConflict {
  readonly field: string;
  readonly label: string;
  readonly mine: string;
  readonly theirs: string;
  readonly by: Pick<Conflict, 'who' | 'at'>;
}

interface ChangedMeanwhileProps {
  readonly conflicts: readonly OpenConflict[];
  readonly onKeep: (field: string, whose: 'mine' | 'theirs') => void;
}

/** Shows what someone else has changed since the form was opened, and lets the person choose. It gets the focus. */
function ChangedMeanwhile({ conflicts, onKeep }: ChangedMeanwhileProps) {
  const count = conflicts.length;
  if (count === 0) return null;
  return (
    // the key: when a conflict is settled, the notice gets the focus again
    <Caution key={count} title="Changed by somebody else">
      <Text size="sm">Nothing was saved. Choose which value to keep, then save again.</Text>
      {conflicts.map((conflict) => (
        <ConflictRow key={conflict.field} conflict={conflict} onKeep={onKeep} />
      ))}
    </Caution>
  );
}

interface ConflictRowProps extends Pick<ChangedMeanwhileProps, 'onKeep'> {
  readonly conflict: OpenConflict;
}

function ConflictRow({ conflict: { field, label, mine, theirs, by }, onKeep }: ConflictRowProps) {
  return (
    <section className={own.conflict} aria-label={label}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm">{changedBy(by)}</Text>
      <dl className={own.values}>
        <div>
          <dt>Yours</dt>
          <dd>{mine}</dd>
        </div>
        <div>
          <dt>Theirs</dt>
          <dd>{theirs}</dd>
        </div>
      </dl>
      <Group gap="xs">
        <Button size="xs" variant="default" onClick={() => onKeep(field, 'mine')} aria-label={`${label}: keep mine`}>
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={() => onKeep(field, 'theirs')} aria-label={`${label}: use theirs`}>
          Use theirs
        </Button>
      </Group>
    </section>
  );
}

function changedBy({ who, at }: Pick<Conflict, 'who' | 'at'>): string {
  if (who === undefined || at === undefined) return 'Changed by somebody else meanwhile.';
  return `Changed at ${clockAndDay(at)} by ${who === 'command line' ? 'somebody on the command line' : who}.`;
}
