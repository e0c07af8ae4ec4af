'use client';

import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { columnOf, type MappingFacts, valueRows } from '#lib/broadband/import/mapping/mapping-values.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import type { ValuedField } from '#lib/broadband/import/offers/offer-fields.ts';
import { counted } from '#lib/counted.ts';
import styles from './mapping.module.css';

interface ValueMeaningsProps {
  readonly field: ValuedField;
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
  /** Our values for this field. */
  readonly own: readonly string[];
}

/** Asks what each value of a column means in our terms; values that are ours already are only listed. */
export function ValueMeanings({ field, form, facts, own }: ValueMeaningsProps) {
  const { values, errors } = form;
  const rows = valueRows(field, values, facts);
  const isOurs = (from: string) => own.some((each) => foldName(each) === foldName(from));
  const open = rows.filter(({ from }) => !isOurs(from));
  const ours = rows.filter(({ from }) => isOurs(from));
  const rowsOf = (count: number) => counted(count, 'row');
  const choose = (from: string, to: string) =>
    form.setValues({ meanings: { ...values.meanings, [field]: { ...values.meanings[field], [from]: to } } });
  const hasMore = columnOf(values.columns[field], facts.columns)?.facts.hasMore === true;
  return (
    <>
      {ours.length > 0 && (
        <p className={styles.hint}>
          Used as they are: {ours.map(({ from, count }) => `${from} (${rowsOf(count)})`).join(', ')}
        </p>
      )}
      {open.length > 0 && (
        <div className={styles.values}>
          {open.map(({ from, count, to }) => (
            <NativeSelect
              key={from}
              label={`“${from}” means`}
              description={rowsOf(count)}
              data={[{ value: '', label: 'Choose' }, ...own.map((value) => ({ value, label: value }))]}
              value={to}
              onChange={({ currentTarget }) => choose(from, currentTarget.value)}
              error={errors[`meanings.${field}.${from}`]}
            />
          ))}
        </div>
      )}
      {hasMore && (
        <p className={styles.hint}>The column has more values than these. Check that it is the right column.</p>
      )}
    </>
  );
}
