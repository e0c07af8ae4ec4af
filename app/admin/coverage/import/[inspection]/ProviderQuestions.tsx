'use client';

import { NativeSelect } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { choiceLabels } from '#app/admin/coverage/import/labels.ts';
import { Section } from '#components/admin/Section.tsx';
import { entryOf, type MappingFacts, unknownProviders } from '#lib/broadband/import/mapping/mapping-values.ts';
import styles from './mapping.module.css';

interface ProviderQuestionsProps {
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
}

/** Asks who unknown providers are; hidden without any. */
export function ProviderQuestions({ form, facts }: ProviderQuestionsProps) {
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
