'use client';

import { Radio, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { MappingFormValues } from '#app/admin/coverage/import/forms.ts';
import { useImportScreen } from '#app/admin/coverage/import/import-screen.tsx';
import { choiceLabels } from '#app/admin/coverage/import/labels.ts';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { Section } from '#components/admin/Section.tsx';
import {
  type MappingFacts,
  type PublishedLayer,
  publishedAlready,
  usualDelivery,
} from '#lib/broadband/import/mapping/mapping-values.ts';
import { counted } from '#lib/counted.ts';
import { dayWords } from '#lib/time/date-words.ts';
import styles from './mapping.module.css';

interface DeliveryFieldsProps {
  readonly form: UseFormReturnType<MappingFormValues>;
  readonly facts: MappingFacts;
}

/** Asks for the name of the delivery, its “as of” day, and what happens to the published coverage. */
export function DeliveryFields({ form, facts }: DeliveryFieldsProps) {
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
