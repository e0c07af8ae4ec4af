'use client';

import type { UseFormReturnType } from '@mantine/form';
import { useRouter } from 'next/navigation';
import { type FormEvent, useEffect, useState } from 'react';
import type { Conflicts, Edited, Fields, Opened } from '#lib/editing/merge-fields.ts';
import type { ActionResult } from './action-result.ts';
import { useActionForm } from './use-action-form.ts';

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
export interface FieldConflict {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly by: Conflicts['fields'][string];
}

export interface RecordFormState {
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

export interface Outcome {
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
