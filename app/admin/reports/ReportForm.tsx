'use client';

import { NativeSelect, Textarea } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import { type ReportValues, saveReport } from './actions.ts';
import { stateWords } from './state-words.ts';

/** What staff found out about a report. */
export function ReportForm({ id, values }: { readonly id: number; readonly values: ReportValues }) {
  const { form, state } = useRecordForm<ReportValues>({ id, values, save: saveReport });
  return (
    <RecordForm state={state}>
      <NativeSelect
        label="State"
        data={Object.entries(stateWords).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('state')}
      />
      <Textarea
        label="Note"
        description="For staff only: what was found out, and what was done."
        autosize
        minRows={3}
        {...form.getInputProps('note')}
      />
    </RecordForm>
  );
}
