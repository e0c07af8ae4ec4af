'use client';

import { Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { Section } from '#components/admin/Section.tsx';
import { choiceWords } from '#lib/broadband/import/choice-labels.ts';
import { type MappingFacts, rivalsOf, usualDelivery } from '#lib/broadband/import/mapping/mapping-values.ts';
import { counted } from '#lib/counted.ts';
import styles from './mapping.module.css';

interface DeliveryFieldsProps {
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
}

/** What the delivery is called, the day it stands for, and what becomes of what is published. */
export function DeliveryFields({ form, facts }: DeliveryFieldsProps) {
  const { values } = form;
  const rivals = rivalsOf(values, facts);
  const usual = usualDelivery(values, facts);
  return (
    <Section title="The delivery">
      <div className={styles.questions}>
        {rivals.length > 0 && (
          <div>
            <p>Published already:</p>
            <ul className={styles.notes}>
              {rivals.map(({ technology, provider, delivery, parts, asOf }) => (
                <li key={`${technology} ${provider} ${delivery}`}>
                  {technology} of {provider}, delivery “{delivery}”: {counted(parts, 'area')}
                  {asOf === null ? '' : `, as of ${asOf}`}
                </li>
              ))}
            </ul>
          </div>
        )}
        {facts.standing.length > 0 && (
          <Radio.Group
            label={rivals.length > 0 ? 'Replace it, or add to it?' : 'What is published already'}
            {...form.getInputProps('mode')}
            value={rivals.length === 0 && values.mode !== 'replace all' ? 'join' : values.mode}
          >
            <Stack gap="xs" mt="xs">
              {rivals.length > 0 ? (
                <>
                  <Radio
                    value="replace"
                    label={choiceWords.replace}
                    description="This file is the newer state of the same."
                  />
                  <Radio value="add" label={choiceWords.add} description="Both stand: this file is another part." />
                </>
              ) : (
                <Radio value="join" label="Keep all of it" description="This file joins it." />
              )}
              <Radio
                value="replace all"
                label={choiceWords.replaceAll}
                description="Of all providers and technologies only this file is left."
              />
            </Stack>
          </Radio.Group>
        )}
        <TextInput
          label={choiceWords.delivery}
          description={`Tells files of one provider and technology apart. Left empty: “${usual}”.`}
          autoComplete="off"
          list="known-deliveries"
          {...form.getInputProps('delivery')}
        />
        <datalist id="known-deliveries">
          {[...new Set(rivals.map(({ delivery }) => delivery))].map((delivery) => (
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
