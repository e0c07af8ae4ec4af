'use client';

import { Checkbox, Radio, RadioGroup, Stack } from '@mantine/core';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { saveDeliverable } from './actions.ts';
import type { DeliverableFields } from './forms.ts';

interface DeliverableFormProps {
  readonly id: number;
  readonly opened: Opened<DeliverableFields>;
  /** The technologies in use, by number. */
  readonly technologies: readonly { readonly value: string; readonly label: string }[];
}

type DeliverableValues = { delivers: readonly number[] | null };

/** Chooses the technologies that a provider's people may deliver: all, or some. */
export function DeliverableForm({ id, opened, technologies }: DeliverableFormProps) {
  const { form, state } = useRecordForm<DeliverableValues, DeliverableFields>({
    opened,
    empty: { delivers: null },
    valuesOf: ({ delivers }) => ({ delivers }),
    save: ({ delivers = null }, seen) => saveDeliverable(id, { delivers }, seen),
  });
  const { delivers } = form.values;
  const set = (chosen: readonly number[] | null) => form.setFieldValue('delivers', chosen);
  return (
    <RecordForm state={state} labels={{ delivers: 'Technologies' }}>
      <RadioGroup
        label="Technologies"
        value={delivers === null ? 'all' : 'some'}
        onChange={(value) => set(value === 'all' ? null : [])}
        error={form.errors.delivers}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="all" label="All, also those that are added later" />
          <Radio value="some" label="Only these" />
        </Stack>
      </RadioGroup>
      {delivers !== null && (
        <Checkbox.Group
          aria-label="Only these technologies"
          value={delivers.map(String)}
          onChange={(values) => set(values.map(Number))}
        >
          <Stack gap="xs">
            {technologies.map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </Stack>
        </Checkbox.Group>
      )}
    </RecordForm>
  );
}
