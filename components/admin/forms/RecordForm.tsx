'use client';

import { Button, Group, Stack, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { confirmDone } from '#components/admin/shell/Confirmation.tsx';
import type { Conflict, Conflicts, Edited, Fields, Opened } from '#lib/editing/merge-fields.ts';
import { clockAndDay } from '#lib/time/date-words.ts';
import { useActionForm } from './ActionForm.tsx';
import type { ActionResult } from './action-result.ts';
import { Caution } from './Caution.tsx';
import own from './ChangedMeanwhile.module.css';
import { Done, FormError } from './FormOutcome.tsx';

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

type Texts = Record<string, unknown>;

interface EditedRecord<Values extends Texts, Row extends Fields> {
  /** The record as the page showed it; undefined for a form that adds one. */
  readonly opened: Opened<Row> | undefined;
  /** The fields of a record as the form has them. */
  readonly valuesOf: (fields: Row) => Values;
  /** The values of a new record. */
  readonly empty: Values;
  /** Server actions; `add` gives the number of the new record, `save` takes only the values that were changed. */
  readonly add?: (values: Values) => Promise<ActionResult<number>>;
  readonly save: (changed: Partial<Values>, opened: Opened<Row>) => Promise<ActionResult<Edited<Row>>>;
  /** The page of a new record. */
  readonly hrefOf?: (id: number) => string;
}

/** A field that someone else has changed: both values as the form has them. */
interface FieldConflict {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly by: Conflicts['fields'][string];
}

interface RecordFormState {
  readonly isNew: boolean;
  /** What the last submit did. */
  readonly outcome: Outcome | undefined;
  readonly sentence: string | undefined;
  readonly isPending: boolean;
  readonly conflicts: readonly FieldConflict[];
  /** Whether the last conflict was settled, and nothing submitted since. */
  readonly isSettled: boolean;
  readonly submit: (event: FormEvent<HTMLFormElement>) => void;
  readonly forgetOutcome: () => void;
  readonly keep: (field: string, whose: 'mine' | 'theirs') => void;
}

interface Outcome {
  readonly isSaved: boolean;
  /** The other fields, which someone else has changed since the form was opened. */
  readonly others: readonly string[];
}

/**
 * A form that adds a record or changes one. A change sends only the fields that the person changed, and the record as the
 * form was opened with it; what someone else has changed since to something else becomes a conflict to settle.
 */
export function useRecordForm<Values extends Texts, Row extends Fields>({
  opened: shown,
  valuesOf,
  empty,
  add,
  save,
  hrefOf,
}: EditedRecord<Values, Row>): { readonly form: UseFormReturnType<Values>; readonly state: RecordFormState } {
  const router = useRouter();
  const [opened, setOpened] = useState(shown);
  const [conflicts, setConflicts] = useState<Conflicts>();
  const [isRefused, setRefused] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const valuesAt = (row: Row | undefined) => (row === undefined ? empty : valuesOf(row));

  const { form, sentence, isPending, submit } = useActionForm<Values, number | Edited<Row> | undefined>(
    valuesAt(shown?.fields),
    async (typed): Promise<ActionResult<number | Edited<Row> | undefined>> => {
      setOutcome(undefined);
      setRefused(false);
      if (opened === undefined) return add === undefined ? { ok: true, value: undefined } : await add(typed);
      const changed = changedValues(valuesAt(opened.fields), typed);
      if (Object.keys(changed).length === 0) return { ok: true, value: undefined };
      const result = await save(changed, opened);
      const found = result.ok ? undefined : result.conflicts;
      setConflicts(found);
      setRefused(found !== undefined);
      return result;
    },
    (done) => {
      if (typeof done === 'number') {
        if (hrefOf !== undefined) router.push(hrefOf(done));
        confirmDone('Added.');
        return;
      }
      setOutcome({ isSaved: (done?.changed.length ?? 0) > 0, others: othersOf(opened, done) });
      if (done !== undefined) adopt(done.now);
    },
  );
  const adopt = (now: Opened<Row>) => {
    setOpened(now);
    form.setValues(valuesAt(now.fields));
  };

  const isUntouched =
    conflicts === undefined && Object.keys(changedValues(valuesAt(opened?.fields), form.values)).length === 0;
  // a page that is refreshed shows the record as it is now, unless something is typed
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what the page shows counts
  useEffect(() => {
    if (shown !== undefined && isUntouched && shown.revision !== opened?.revision) adopt(shown);
  }, [shown?.revision]);

  const keep = (field: string, whose: 'mine' | 'theirs') => {
    const conflict = conflicts?.fields[field];
    if (conflicts === undefined || conflict === undefined || opened === undefined) return;
    const fields = { ...opened.fields, [field]: conflict.present };
    const { [field]: _, ...rest } = conflicts.fields;
    if (whose === 'theirs') form.setValues({ [field]: valuesOf(fields)[field] } as Partial<Values>);
    setOpened({ revision: conflicts.revision, fields });
    setConflicts(Object.keys(rest).length === 0 ? undefined : { ...conflicts, fields: rest });
  };

  return {
    form,
    state: {
      isNew: shown === undefined,
      outcome,
      isPending,
      submit,
      keep,
      // the conflicts say it better
      sentence: isRefused ? undefined : sentence,
      isSettled: isRefused && conflicts === undefined,
      conflicts: Object.entries(conflicts?.fields ?? {}).map(([field, by]) => ({
        field,
        by,
        mine: form.values[field],
        theirs: valuesAt({ ...opened?.fields, [field]: by.present } as unknown as Row)[field],
      })),
      forgetOutcome: () => setOutcome(undefined),
    },
  };
}

function changedValues<Values extends Texts>(before: Values, typed: Values): Partial<Values> {
  const changed = Object.entries(typed).filter(([field, value]) => value !== before[field]);
  return Object.fromEntries(changed) as Partial<Values>;
}

function othersOf(opened: Opened | undefined, done: Edited | undefined): string[] {
  if (opened === undefined || done === undefined) return [];
  const isOther = (field: string) =>
    !done.changed.includes(field) && JSON.stringify(opened.fields[field]) !== JSON.stringify(done.now.fields[field]);
  return Object.keys(done.now.fields).filter(isOther);
}
