'use client';

import { NativeSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { fieldLabels } from '#app/admin/coverage/import/labels.ts';
import { writeColumnChoice } from '#lib/broadband/import/mapping/column-choice.ts';
import { defaultSpeedsMeant } from '#lib/broadband/import/mapping/default-speeds-meant.ts';
import { columnOf, isConstantUsed, type MappingFacts } from '#lib/broadband/import/mapping/mapping-values.ts';
import type { FieldProposal } from '#lib/broadband/import/mapping/proposal.ts';
import {
  type FieldName,
  isSpeedField,
  isValuedField,
  type ValuedField,
} from '#lib/broadband/import/offers/offer-fields.ts';
import { counted } from '#lib/counted.ts';
import { guessWords } from '#lib/words/coverage/notes.ts';
import { usedDefaultWords } from '#lib/words/coverage/speeds.ts';
import { ColumnSelect } from './ColumnSelect.tsx';
import { columnOptions, examplesOf } from './column-options.ts';
import styles from './mapping.module.css';
import { ValueMeanings } from './ValueMeanings.tsx';

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
