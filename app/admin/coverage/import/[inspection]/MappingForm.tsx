'use client';

import { Alert, Button, Checkbox, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { useImportScreen } from '#app/admin/coverage/import/import-screen.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { Section } from '#components/admin/Section.tsx';
import { availabilities } from '#lib/broadband/availability.ts';
import { fieldsWithCutNames, type MappingFacts } from '#lib/broadband/import/mapping/mapping-values.ts';
import type { FieldProposal } from '#lib/broadband/import/mapping/proposal.ts';
import {
  type FieldName,
  fieldNames,
  isSpeedField,
  requiredFields,
  wholesaleNetworks,
} from '#lib/broadband/import/offers/offer-fields.ts';
import { DeliveryFields } from './DeliveryFields.tsx';
import { withExplicitMeanings } from './explicit-meanings.ts';
import { FieldMapping } from './FieldMapping.tsx';
import styles from './mapping.module.css';
import { ProviderQuestions } from './ProviderQuestions.tsx';
import { useDraft } from './use-draft.ts';

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
