'use client';

import { TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { technologyFields } from '#flows/broadband/technology-changes.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { addTechnology, saveTechnology, type TechnologyValues } from './actions.ts';

type TechnologyFields = ReturnType<typeof technologyFields>;

interface TechnologyFormProps {
  /** The technology to change; without it a new one is added. */
  readonly id?: number;
  readonly opened?: Opened<TechnologyFields>;
}

const labels = { name: 'Name', nominalMaxMbps: 'Nominal maximum, Mbps', colour: 'Colour' };

/** Adds a technology, or changes the details of one. */
export function TechnologyForm({ id = 0, opened }: TechnologyFormProps) {
  const { form, state } = useRecordForm<TechnologyValues, TechnologyFields>({
    opened,
    valuesOf: ({ name, nominalMaxMbps, colour }) => ({
      name,
      nominalMaxMbps: String(nominalMaxMbps),
      colour: colour ?? '',
      setId: '',
    }),
    empty: { name: '', nominalMaxMbps: '', colour: '', setId: '' },
    add: addTechnology,
    save: (changed, seen) => saveTechnology(id, changed, seen),
    hrefOf: () => '/admin/technologies',
  });
  return (
    <RecordForm
      state={state}
      labels={labels}
      addWords="Add technology"
      savedWords="Saved. Answers have it within a second."
    >
      <TextInput
        label={labels.name}
        description="The name in answers, on every server within a second."
        required
        autoComplete="off"
        {...form.getInputProps('name')}
      />
      <TextInput
        label={labels.nominalMaxMbps}
        description="Decides its place in answers where nobody offers it."
        required
        inputMode="decimal"
        autoComplete="off"
        {...form.getInputProps('nominalMaxMbps')}
      />
      <TextInput
        label={labels.colour}
        description="On maps, as #rrggbb. Leave empty for the default, which is chosen for colour-blind readers."
        autoComplete="off"
        {...form.getInputProps('colour')}
      />
      {opened === undefined && (
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
