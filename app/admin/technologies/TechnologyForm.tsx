'use client';

import { TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import { addTechnology, saveTechnology } from './actions.ts';
import type { TechnologyValues } from './forms.ts';

interface TechnologyFormProps {
  /** The technology to change; without it a new one is added. */
  readonly id?: number;
  readonly values: TechnologyValues;
}

/** Adds a technology, or changes the details of one. */
export function TechnologyForm({ id, values }: TechnologyFormProps) {
  const { form, state } = useRecordForm<TechnologyValues>({
    ...{ id, values, add: addTechnology, save: saveTechnology },
    hrefOf: () => '/admin/technologies',
  });
  return (
    <RecordForm state={state} addWords="Add technology" savedWords="Saved. Answers have it within a second.">
      <TextInput
        label="Name"
        description="The name in answers, on every server within a second."
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Nominal maximum, Mbps"
        description="Its speed in the order of answers where nobody offers it."
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('nominalMaxMbps')}
      />
      <TextInput
        label="Colour"
        description="On maps, as #rrggbb. Leave empty for the default, which is chosen for colour-blind readers."
        autoComplete="off"
        {...form.getInputProps('colour')}
      />
      {id === undefined && (
        <TextInput
          label="Number of its tile layer (set_id)"
          description="Leave empty for the next number. It never changes and is never used twice."
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('setId')}
        />
      )}
    </RecordForm>
  );
}
