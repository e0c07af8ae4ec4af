'use client';

import { Alert, Button, Checkbox, Stack } from '@mantine/core';
import { importMapped } from '#app/admin/coverage/import/actions.ts';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { Section } from '#components/admin/Section.tsx';
import { availabilities } from '#lib/broadband/availability.ts';
import { choiceWords } from '#lib/broadband/import/choice-labels.ts';
import { cutNames, type MappingFacts } from '#lib/broadband/import/mapping/mapping-values.ts';
import { type FieldProposal, requiredFields } from '#lib/broadband/import/mapping/proposal.ts';
import { fieldNames, wholesaleNetworks } from '#lib/broadband/import/offers/offer-fields.ts';
import { DeliveryFields } from './DeliveryFields.tsx';
import { FieldMapping } from './FieldMapping.tsx';
import styles from './mapping.module.css';
import { ProviderQuestions } from './ProviderQuestions.tsx';
import { saidOutright } from './said-outright.ts';
import { useDraft } from './use-draft.ts';

interface MappingFormProps {
  /** What is shown first. */
  readonly begin: MappingFormValues;
  /** What is guessed of the file alone. */
  readonly guessed: MappingFormValues;
  /** Whose earlier file it is filled in by, in a sentence. */
  readonly remembered: string | undefined;
  readonly proposals: readonly FieldProposal[];
  readonly facts: MappingFacts;
}

const optionalFields = fieldNames.filter((field) => !requiredFields.includes(field));

/** Asks what a file's columns and values mean, and what becomes of what is published; then has it imported. */
export function MappingForm({ begin, guessed, remembered, proposals, facts }: MappingFormProps) {
  const { form, sentence, isPending, submit } = useActionForm<MappingFormValues, number>(
    begin,
    async (values) => await importMapped(saidOutright(values, facts)),
    (work) => {
      draft.forget();
      return goTo(`/admin/work/${work}`);
    },
  );
  const draft = useDraft(`watea-mapping ${begin.inspection}`, form);
  const { values, errors } = form;
  const own = { technology: facts.technologies, availability: availabilities, wholesale_network: wholesaleNetworks };
  const mapping = (field: (typeof fieldNames)[number]) => (
    <FieldMapping
      key={field}
      {...{ field, form, facts, own }}
      proposal={proposals.find((proposal) => proposal.field === field)}
    />
  );
  const isOptionalOpen = optionalFields.some(
    (field) => values.columns[field] !== '' || values.constants[field] !== '' || hasError(errors, field),
  );
  const cut = cutNames(values, facts);
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="lg">
        <FormError sentence={sentence} />
        <Section
          title="What its columns mean"
          intro="What is filled in is guessed from the columns’ names and values: compare it with the examples."
        >
          {remembered !== undefined && (
            <Alert color="pounamu" variant="light">
              <p>{remembered}</p>
              <Button variant="default" size="xs" mt="xs" onClick={() => form.setValues(guessed)}>
                {choiceWords.guessed}
              </Button>
            </Alert>
          )}
          <div className={styles.fields}>{requiredFields.map(mapping)}</div>
          <details className={styles.more} open={isOptionalOpen}>
            <summary>What may be left out</summary>
            <div className={styles.fields}>{optionalFields.map(mapping)}</div>
          </details>
          {cut.length > 0 && (
            <Checkbox
              label="The names that are cut to ten letters mean what is chosen above: I compared the columns with their values"
              description="A Shapefile cuts names, and numbers those that become alike. The numbers tell the columns apart only by the order in which they were written."
              {...form.getInputProps('isConfirmed', { type: 'checkbox' })}
            />
          )}
        </Section>
        <ProviderQuestions form={form} facts={facts} />
        <DeliveryFields form={form} facts={facts} />
        <div className={styles.send}>
          <Button type="submit" loading={isPending}>
            Import
          </Button>
          <span className={styles.hint}>A version is made; nothing is published yet.</span>
        </div>
      </Stack>
    </form>
  );
}

function hasError(errors: object, field: string): boolean {
  return Object.keys(errors).some((path) => path.split('.')[1] === field);
}
