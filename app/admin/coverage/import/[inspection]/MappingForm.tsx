'use client';

import { Alert, Button, Checkbox, NativeSelect, Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useEffect, useRef } from 'react';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { useImportScreen } from '#app/admin/coverage/import/import-screen.tsx';
import { choiceLabels } from '#app/admin/coverage/import/labels.ts';
import { goTo, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { Section } from '#components/admin/Section.tsx';
import { availabilities } from '#lib/broadband/availability.ts';
import {
  entryOf,
  fieldsWithCutNames,
  type MappingFacts,
  type PublishedLayer,
  publishedAlready,
  unknownProviders,
  usualDelivery,
  valueRows,
} from '#lib/broadband/import/mapping/mapping-values.ts';
import type { FieldProposal } from '#lib/broadband/import/mapping/proposal.ts';
import {
  type FieldName,
  fieldNames,
  isSpeedField,
  requiredFields,
  valuedFields,
  wholesaleNetworks,
} from '#lib/broadband/import/offers/offer-fields.ts';
import { counted } from '#lib/counted.ts';
import { dayWords } from '#lib/time/date-words.ts';
import { FieldMapping } from './FieldMapping.tsx';
import styles from './mapping.module.css';

interface MappingFormProps {
  /** What is filled in first. */
  readonly begin: MappingFormValues;
  /** What the file alone suggests. */
  readonly guessed: MappingFormValues;
  /** Says which earlier file it is filled in from. */
  readonly remembered: string | undefined;
  readonly proposals: readonly FieldProposal[];
  readonly facts: MappingFacts;
}

const optionalFields = fieldNames.filter((field) => !requiredFields.includes(field));

/** Asks what the columns and values of a file mean and what happens to the published coverage, then imports it. */
export function MappingForm({ begin, guessed, remembered, proposals, facts }: MappingFormProps) {
  const { jobs, importMapped } = useImportScreen();
  const { form, sentence, isPending, submit } = useActionForm<MappingFormValues, number>(
    begin,
    async (values) => await importMapped(withExplicitMeanings(values, facts)),
    (job) => {
      draft.forget();
      return goTo(`${jobs}/${job}`);
    },
  );
  const draft = useDraft(`watea-mapping ${begin.inspection}`, form);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormError sentence={sentence} />
        <ColumnQuestions form={form} proposals={proposals} facts={facts}>
          {remembered !== undefined && (
            <Alert color="pounamu" variant="light">
              <p>{remembered}</p>
              <Button variant="default" size="xs" mt="xs" onClick={() => form.setValues(guessed)}>
                Use only what this file suggests
              </Button>
            </Alert>
          )}
        </ColumnQuestions>
        <ProviderQuestions form={form} facts={facts} />
        <DeliveryFields form={form} facts={facts} />
        <div className={styles.send}>
          <Button type="submit" loading={isPending}>
            Import
          </Button>
          <span className={styles.hint}>This makes a version. Nothing is published yet.</span>
        </div>
      </Stack>
    </form>
  );
}

interface ColumnQuestionsProps extends Pick<MappingFormProps, 'proposals' | 'facts'> {
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly children: ReactNode;
}

/** Asks for the column of each field. */
function ColumnQuestions({ form, proposals, facts, children }: ColumnQuestionsProps) {
  const { values, errors } = form;
  const { provider } = useImportScreen();
  const asked = requiredFields.filter((field) => provider === undefined || field !== 'provider');
  const own = { technology: facts.technologies, availability: availabilities, wholesale_network: wholesaleNetworks };
  const mapping = (field: FieldName) => (
    <FieldMapping
      key={field}
      {...{ field, form, facts, own }}
      proposal={proposals.find((proposal) => proposal.field === field)}
    />
  );
  const hasError = (field: FieldName) => Object.keys(errors).some((path) => path.split('.')[1] === field);
  const isOptionalOpen = optionalFields.some(
    (field) => values.columns[field] !== '' || values.constants[field] !== '' || hasError(field),
  );
  return (
    <Section
      title="What its columns mean"
      intro="The answers are guessed from the names and values of the columns: compare them with the examples."
    >
      {children}
      <div className={styles.fields}>{asked.filter((field) => !isSpeedField(field)).map(mapping)}</div>
      <div className={styles.speeds}>{asked.filter(isSpeedField).map(mapping)}</div>
      <details className={styles.more} open={isOptionalOpen}>
        <summary>Optional fields</summary>
        <div className={styles.fields}>{optionalFields.map(mapping)}</div>
      </details>
      {fieldsWithCutNames(values, facts).length > 0 && (
        <Checkbox
          label="I compared the columns whose names were cut to ten letters with their values, and they mean what is chosen above"
          description="A Shapefile cuts long names, and numbers those that become the same in the order in which the columns were written."
          {...form.getInputProps('isConfirmed', { type: 'checkbox' })}
        />
      )}
    </Section>
  );
}

/** The values of the form with every meaning that it shows: a guess that was left unchanged is a person's answer. */
function withExplicitMeanings(values: MappingFormValues, facts: MappingFacts): MappingFormValues {
  const meanings = valuedFields.map((field) => [
    field,
    Object.fromEntries(valueRows(field, values, facts).map(({ from, to }) => [from, to])),
  ]);
  return { ...values, meanings: Object.fromEntries(meanings) };
}

/** Saves what was typed in this browser and restores it, so that closing the browser loses nothing. */
function useDraft<Values extends Record<string, unknown>>(
  key: string,
  form: UseFormReturnType<Values>,
): { forget(): void } {
  const { values, setValues } = form;
  const begun = useRef(values);
  const stage = useRef<'new' | 'open' | 'done'>('new');

  useEffect(() => {
    if (stage.current !== 'new') return;
    stage.current = 'open';
    const saved = window.localStorage.getItem(key);
    if (saved !== null) setValues({ ...begun.current, ...JSON.parse(saved) });
  }, [key, setValues]);
  useEffect(() => {
    if (values === begun.current || stage.current !== 'open') return;
    window.localStorage.setItem(key, JSON.stringify(values));
  }, [key, values]);
  return {
    forget() {
      stage.current = 'done';
      window.localStorage.removeItem(key);
    },
  };
}

interface ProviderQuestionsProps {
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
}

/** Asks who unknown providers are; hidden without any. */
function ProviderQuestions({ form, facts }: ProviderQuestionsProps) {
  const { values, errors } = form;
  const unknown = unknownProviders(values, facts);
  if (unknown.length === 0) return null;
  const data = [
    { value: '', label: 'Choose' },
    { value: 'new', label: choiceLabels['new-provider'] },
    ...facts.providers
      .filter(({ isRetired }) => !isRetired)
      .map(({ id, name }) => ({ value: String(id), label: `Another name of ${name}` })),
  ];
  return (
    <Section title="Unknown providers" intro="Another name of a provider is remembered for later files.">
      <div className={styles.questions}>
        {unknown.map((name) => (
          <NativeSelect
            key={name}
            label={`“${name}” is`}
            data={data}
            value={entryOf(values.providers, name) ?? ''}
            onChange={({ currentTarget }) =>
              form.setValues({ providers: { ...values.providers, [name]: currentTarget.value } })
            }
            error={errors[`providers.${name}`]}
          />
        ))}
      </div>
    </Section>
  );
}

interface DeliveryFieldsProps {
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
}

/** Asks for the name of the delivery, its “as of” day, and what happens to the published coverage. */
function DeliveryFields({ form, facts }: DeliveryFieldsProps) {
  const layers = publishedAlready(form.values, facts);
  const usual = usualDelivery(form.values, facts);
  return (
    <Section title="The delivery">
      <div className={styles.questions}>
        {layers.length > 0 && <PublishedLayers layers={layers} />}
        {facts.published.length > 0 && <ModeField form={form} hasPublished={layers.length > 0} />}
        <TextInput
          label={choiceLabels.delivery}
          description={`Distinguishes files of one provider and technology. If left empty: “${usual}”.`}
          autoComplete="off"
          list="known-deliveries"
          {...form.getInputProps('delivery')}
        />
        <datalist id="known-deliveries">
          {[...new Set(layers.map(({ delivery }) => delivery))].map((delivery) => (
            <option key={delivery} value={delivery} />
          ))}
        </datalist>
        <DateInput
          label="As of"
          description="The day the provider’s data are for, if the provider says."
          maw="14rem"
          {...form.getInputProps('asOf')}
        />
      </div>
    </Section>
  );
}

function PublishedLayers({ layers }: { readonly layers: readonly PublishedLayer[] }) {
  return (
    <div>
      <p>Already published:</p>
      <ul className={styles.notes}>
        {layers.map(({ technology, provider, delivery, parts, asOf }) => (
          <li key={`${technology} ${provider} ${delivery}`}>
            {technology} of {provider}, delivery “{delivery}”: {counted(parts, 'area')}
            {asOf === null ? '' : `, as of ${dayWords(asOf)}`}
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ModeFieldProps extends Pick<DeliveryFieldsProps, 'form'> {
  /** Whether layers of the file's technologies and providers are published. */
  readonly hasPublished: boolean;
}

function ModeField({ form, hasPublished }: ModeFieldProps) {
  const { mode } = form.values;
  const { provider } = useImportScreen();
  return (
    <Radio.Group
      label={hasPublished ? 'Replace it, or add to it?' : 'Published coverage'}
      {...form.getInputProps('mode')}
      value={!hasPublished && mode !== 'replace all' ? 'join' : mode}
    >
      <Stack gap="xs" mt="xs">
        {hasPublished ? (
          <>
            <Radio value="replace" label={choiceLabels.replace} description="This file is a newer version of it." />
            <Radio value="add" label={choiceLabels.add} description="Both are kept: this file is another part." />
          </>
        ) : (
          <Radio value="join" label="Keep all of it" description="This file is added to it." />
        )}
        {provider === undefined && (
          <Radio
            value="replace all"
            label="Replace all published coverage"
            description="Only this file remains, for all providers and technologies."
          />
        )}
      </Stack>
    </Radio.Group>
  );
}
