'use client';

import { TextInput } from '@mantine/core';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import type { networkFields } from '#flows/access/networks.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { timeField } from '#lib/time/typed-time.ts';
import { changeNetwork } from './actions.ts';
import { PeriodFields } from './PeriodFields.tsx';

type EntryFields = ReturnType<typeof networkFields>;

const empty = { note: '', validFrom: '', validUntil: '' };
const labels = { note: 'Note', validFrom: 'Valid from', validUntil: 'Valid until' };

/** Changes an entry's note and period; another network needs another entry. */
export function EntryForm({ id, opened }: { readonly id: number; readonly opened: Opened<EntryFields> }) {
  const { form, state } = useRecordForm<typeof empty, EntryFields>({
    opened,
    empty,
    valuesOf: ({ note, validFrom, validUntil }) => ({
      note,
      validFrom: timeField(validFrom),
      validUntil: timeField(validUntil),
    }),
    save: (changed, seen) => changeNetwork(id, changed, seen),
  });
  return (
    <RecordForm state={state} labels={labels} savedWords="Saved. It takes effect on every server within a second.">
      <TextInput label={labels.note} autoComplete="off" {...form.getInputProps('note')} />
      <PeriodFields from={form.getInputProps('validFrom')} until={form.getInputProps('validUntil')} />
    </RecordForm>
  );
}
