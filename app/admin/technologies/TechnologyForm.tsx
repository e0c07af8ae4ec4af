'use client';

import { TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/ThingForm.tsx';
import { addTechnology, saveTechnology } from './actions.ts';
import type { TechnologyValues } from './forms.ts';

interface TechnologyFormProps {
  /** The technology that is changed; a new one is made without it. */
  readonly id?: number;
  readonly values: TechnologyValues;
}

/** What staff say about a technology. */
export function TechnologyForm({ id, values }: TechnologyFormProps) {
  const { form, state } = useRecordForm<TechnologyValues>({
    ...{ id, values, add: addTechnology, save: saveTechnology },
    hrefOf: () => '/admin/technologies',
  });
  return (
    <RecordForm state={state} addWords="Add the technology" savedWords="Saved. Answers have it within a second.">
      <TextInput
        label="Name"
        description="As answers have it, within a second on every server."
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Nominal maximum, Mbps"
        description="Where nobody offers it, answers are ordered by this speed."
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('nominalMaxMbps')}
      />
      <TextInput
        label="Colour"
        description="On maps, as #rrggbb. Empty: the default of its number, chosen to stay apart for colour-blind eyes."
        autoComplete="off"
        {...form.getInputProps('colour')}
      />
      {id === undefined && (
        <TextInput
          label="Number of its tile layer (set_id)"
          description="Empty: the next one. It never changes, and is never given out twice."
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('setId')}
        />
      )}
    </RecordForm>
  );
}
