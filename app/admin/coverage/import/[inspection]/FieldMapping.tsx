'use client';

import { NativeSelect, Select, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { fieldLabels } from '#app/admin/coverage/import/labels.ts';
import { writeColumnChoice } from '#lib/broadband/import/mapping/column-choice.ts';
import type { ColumnFacts } from '#lib/broadband/import/mapping/column-survey.ts';
import { fittingColumns } from '#lib/broadband/import/mapping/guess-columns.ts';
import {
  columnOf,
  defaultSpeedsMeant,
  isConstantUsed,
  type MappingFacts,
  valueRows,
} from '#lib/broadband/import/mapping/mapping-values.ts';
import type { FieldProposal } from '#lib/broadband/import/mapping/proposal.ts';
import { foldName } from '#lib/broadband/import/offers/fold-name.ts';
import {
  type FieldName,
  isSpeedField,
  isValuedField,
  type ValuedField,
} from '#lib/broadband/import/offers/offer-fields.ts';
import { counted } from '#lib/counted.ts';
import { guessWords } from '#lib/words/coverage/notes.ts';
import { usedDefaultWords } from '#lib/words/coverage/speeds.ts';
import styles from './mapping.module.css';

interface FieldMappingProps {
  readonly field: FieldName;
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
  readonly proposal: FieldProposal | undefined;
  /** Our values for fields with a fixed set of values. */
  readonly own: Readonly<Record<ValuedField, readonly string[]>>;
}

/** Asks for the column of a field, what its values mean, and its value where the file has none. */
export function FieldMapping({ field, form, facts, proposal, own }: FieldMappingProps) {
  const { values } = form;
  const label = fieldLabels[field];
  const text = values.columns[field];
  const column = columnOf(text, facts.columns);
  const isGuess = proposal?.mustConfirm === true && proposal.column === text;
  return (
    <div className={styles.field}>
      <div className={styles.name}>
        {label}
        <span className={styles.key}>{field}</span>
      </div>
      <div className={styles.controls}>
        <div className={styles.column}>
          <ColumnSelect
            name={`${label}: column`}
            options={columnOptions(field, facts.columns, column?.facts.name)}
            value={column === undefined ? '' : writeColumnChoice({ ...column.choice, unit: undefined })}
            onChoose={(chosen) => form.setFieldValue(`columns.${field}`, chosen)}
            error={form.errors[`columns.${field}`]}
          />
          {column !== undefined && isSpeedField(field) && (
            <NativeSelect
              label="Unit"
              aria-label={`${label}: unit`}
              data={[
                { value: '', label: 'Mbps' },
                { value: 'kbps', label: 'kbps' },
                { value: 'Gbps', label: 'Gbps' },
              ]}
              value={column.choice.unit === 'Mbps' ? '' : (column.choice.unit ?? '')}
              onChange={({ currentTarget }) => {
                const unit = unitOf(currentTarget.value);
                form.setFieldValue(`columns.${field}`, writeColumnChoice({ ...column.choice, unit }));
              }}
            />
          )}
        </div>
        {isGuess && proposal.reasons.length > 0 && (
          <p className={styles.hint}>Guessed: {proposal.reasons.map(guessWords).join('; ')}.</p>
        )}
        {column !== undefined && !isValuedField(field) && (
          <p className={styles.hint}>In the file: {examplesOf(column.facts)}</p>
        )}
        {column !== undefined && isValuedField(field) && (
          <ValueMeanings field={field} form={form} facts={facts} own={own[field]} />
        )}
        {isConstantUsed(field, values, facts) && (
          <Constant field={field} form={form} facts={facts} own={own} blank={column?.facts.blank} />
        )}
      </div>
    </div>
  );
}

interface ConstantProps extends Pick<FieldMappingProps, 'field' | 'form' | 'facts' | 'own'> {
  /** In how many rows the column is blank; undefined without a column. */
  readonly blank: number | undefined;
}

function Constant({ field, form, facts, own, blank }: ConstantProps) {
  const label =
    blank === undefined
      ? `${fieldLabels[field]} for the whole file${isSpeedField(field) ? ', Mbps' : ''}`
      : `${fieldLabels[field]} where the column is blank (${counted(blank, 'row')})`;
  const input = form.getInputProps(`constants.${field}`);
  if (isValuedField(field)) {
    return (
      <NativeSelect
        label={label}
        data={[{ value: '', label: 'Nothing' }, ...own[field].map((value) => ({ value, label: value }))]}
        {...input}
      />
    );
  }
  return (
    <>
      <TextInput
        label={label}
        description={isSpeedField(field) && usedDefaultWords(defaultSpeedsMeant(field, form.values, facts))}
        autoComplete="off"
        inputMode={isSpeedField(field) ? 'decimal' : undefined}
        list={field === 'provider' ? 'known-providers' : undefined}
        {...input}
      />
      {field === 'provider' && (
        <datalist id="known-providers">
          {facts.providers.map(({ id, name }) => (
            <option key={id} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}

function unitOf(value: string): 'kbps' | 'Gbps' | undefined {
  return value === 'kbps' || value === 'Gbps' ? value : undefined;
}

/** More columns than this are searched, not scrolled. */
const mostListed = 15;

interface ColumnSelectProps {
  /** Its name for screen readers, in place of its visible label. */
  readonly name: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string;
  readonly onChoose: (value: string) => void;
  readonly error: ReactNode;
}

/** Asks for a column; with many of them, by a part of its name or its values. */
function ColumnSelect({ name, options, value, onChoose, error }: ColumnSelectProps) {
  if (options.length <= mostListed) {
    return (
      <NativeSelect
        label="Column"
        aria-label={name}
        data={[...options]}
        value={value}
        onChange={({ currentTarget }) => onChoose(currentTarget.value)}
        error={error}
      />
    );
  }
  return (
    <Select
      label="Column"
      description={`Type to search ${options.length} choices`}
      aria-label={name}
      data={[...options]}
      value={value}
      onChange={(chosen) => onChoose(chosen ?? '')}
      error={error}
      searchable
      allowDeselect={false}
      selectFirstOptionOnChange
      maxDropdownHeight={320}
      limit={100}
      classNames={{ option: styles.option ?? '' }}
      nothingFoundMessage="No column matches"
      // a form has eleven of these
      comboboxProps={{ keepMounted: false }}
    />
  );
}

const [examplesShown, longestOption] = [3, 60];

/**
 * The columns that a field may be read from, each with examples of its values: those that fit it, and the chosen one.
 *
 * @param chosen the name of the column that is chosen; undefined for none
 */
function columnOptions(
  field: FieldName,
  columns: readonly ColumnFacts[],
  chosen: string | undefined,
): { value: string; label: string }[] {
  const fitting = new Set(fittingColumns(field, columns));
  const offered = columns.filter((column) => fitting.has(column) || column.name === chosen);
  const none = { value: '', label: 'Not in the file' };
  const options = offered.flatMap((column) => {
    const { name, pairs } = column;
    const entire = { value: name, label: cut(`${name}: ${shown(column)}`) };
    if (pairs === 0 || !isSpeedField(field)) return [entire];
    const parts = (['first', 'second'] as const).map((part) => ({
      value: writeColumnChoice({ column: name, part }),
      label: cut(`${name}, the ${part} speed: ${shown(column)}`),
    }));
    return [...parts, entire];
  });
  // a column with exactly that name is always read
  return columns.some(({ name }) => name === field) ? options : [none, ...options];
}

/** Some values of a column and how many features have each; for numbers also their range. */
function examplesOf({ values, hasMore, numbers, filled, least, most }: ColumnFacts): string {
  if (filled === 0) return 'nothing; it is always blank';
  const some = values
    .slice(0, 5)
    .map(({ value, count }) => `${value} (${count.toLocaleString('en-NZ')})`)
    .join(', ');
  const more = hasMore || values.length > 5 ? ', …' : '';
  const range = numbers === filled && least !== most ? `; from ${least} to ${most}` : '';
  return `${some}${more}${range}`;
}

function shown({ values, hasMore }: ColumnFacts): string {
  const some = values.slice(0, examplesShown).map(({ value }) => value);
  return `${some.join(', ')}${hasMore || values.length > examplesShown ? ', …' : ''}`;
}

function cut(text: string): string {
  return text.length > longestOption ? `${text.slice(0, longestOption - 1)}…` : text;
}

interface ValueMeaningsProps {
  readonly field: ValuedField;
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
  /** Our values for this field. */
  readonly own: readonly string[];
}

/** Asks what each value of a column means in our terms; values that are ours already are only listed. */
function ValueMeanings({ field, form, facts, own }: ValueMeaningsProps) {
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
