'use client';

import { NativeSelect, Textarea } from '@mantine/core';
import { RecordForm } from '#components/admin/forms/RecordForm.tsx';
import { useRecordForm } from '#components/admin/forms/use-record-form.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { type ReportValues, saveReport } from './actions.ts';
import { stateWords } from './state-words.ts';

interface ReportFormProps {
  readonly id: number;
  readonly opened: Opened<ReportValues>;
}

const labels = { state: 'State', note: 'Note' };

/** What staff found out about a report. */
export function ReportForm({ id, opened }: ReportFormProps) {
  const { form, state } = useRecordForm<ReportValues, ReportValues>({
    opened,
    empty: opened.fields,
    valuesOf: (fields) => fields,
    save: (changed, seen) => saveReport(id, changed, seen),
  });
  return (
    <RecordForm state={state} labels={labels} choices={{ state: stateWords }}>
      <NativeSelect
        label={labels.state}
        data={Object.entries(stateWords).map(([value, label]) => ({ value, label }))}
        {...form.getInputProps('state')}
      />
      <Textarea
        label={labels.note}
        description="For staff only: what was found out, and what was done."
        autosize
        minRows={3}
        {...form.getInputProps('note')}
      />
    </RecordForm>
  );
}
