'use client';

import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { Section } from '#components/admin/Section.tsx';
import { choiceWords } from '#lib/broadband/import/choice-labels.ts';
import { type MappingFacts, said, unknownProviders } from '#lib/broadband/import/mapping/mapping-values.ts';
import styles from './mapping.module.css';

interface ProviderQuestionsProps {
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
}

/** Asks who the providers are that are not known; nothing where all are. */
export function ProviderQuestions({ form, facts }: ProviderQuestionsProps) {
  const { values, errors } = form;
  const unknown = unknownProviders(values, facts);
  if (unknown.length === 0) return null;
  const data = [
    { value: '', label: 'Please choose' },
    { value: 'new', label: choiceWords.newProvider },
    ...facts.providers
      .filter(({ isRetired }) => !isRetired)
      .map(({ id, name }) => ({ value: String(id), label: `Another name of ${name}` })),
  ];
  return (
    <Section
      title="Providers that are not known"
      intro="Another name of a provider is kept: later files are understood by it."
    >
      <div className={styles.questions}>
        {unknown.map((name) => (
          <NativeSelect
            key={name}
            label={`“${name}” is`}
            data={data}
            value={said(values.providers, name) ?? ''}
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
