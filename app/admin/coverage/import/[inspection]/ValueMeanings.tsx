'use client';

import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import type { ValuedField } from '#lib/broadband/import/mapping/field-words.ts';
import { columnOf, type MappingFacts, valueRows } from '#lib/broadband/import/mapping/mapping-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import { counted } from '#lib/counted.ts';
import styles from './mapping.module.css';

interface ValueMeaningsProps {
  readonly field: ValuedField;
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
  /** The values that are ours. */
  readonly own: readonly string[];
}

/** Which of ours each value of a column means; those that are ours already are only told. */
export function ValueMeanings({ field, form, facts, own }: ValueMeaningsProps) {
  const { values, errors } = form;
  const rows = valueRows(field, values, facts);
  const isOurs = (from: string) => own.some((each) => foldName(each) === foldName(from));
  const open = rows.filter(({ from }) => !isOurs(from));
  const ours = rows.filter(({ from }) => isOurs(from));
  const areas = (count: number) => counted(count, 'row');
  const choose = (from: string, to: string) =>
    form.setValues({ meanings: { ...values.meanings, [field]: { ...values.meanings[field], [from]: to } } });
  const hasMore = columnOf(values.columns[field], facts.columns)?.facts.hasMore === true;
  return (
    <>
      {ours.length > 0 && (
        <p className={styles.hint}>
          As it stands: {ours.map(({ from, count }) => `${from} (${areas(count)})`).join(', ')}
        </p>
      )}
      {open.length > 0 && (
        <div className={styles.values}>
          {open.map(({ from, count, to }) => (
            <NativeSelect
              key={from}
              label={`“${from}” means`}
              description={areas(count)}
              data={[{ value: '', label: 'Please choose' }, ...own.map((value) => ({ value, label: value }))]}
              value={to}
              onChange={({ currentTarget }) => choose(from, currentTarget.value)}
              error={errors[`meanings.${field}.${from}`]}
            />
          ))}
        </div>
      )}
      {hasMore && (
        <p className={styles.hint}>There are more different values than are shown: is this the right column?</p>
      )}
    </>
  );
}
