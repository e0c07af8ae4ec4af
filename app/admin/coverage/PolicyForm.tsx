'use client';

import { TextInput } from '@mantine/core';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { saveCoveragePolicy } from './actions.ts';

interface PolicyFields {
  readonly [field: string]: unknown;
  readonly flaggedAfterDays: number;
}

const empty = { flaggedAfterDays: '' };
const labels = { flaggedAfterDays: 'Flag layers older than (days)' };

/** The age after which layers are flagged as old. */
export function PolicyForm({ opened }: { readonly opened: Opened<PolicyFields> }) {
  const { form, state } = useRecordForm<typeof empty, PolicyFields>({
    opened,
    empty,
    valuesOf: ({ flaggedAfterDays }) => ({ flaggedAfterDays: String(flaggedAfterDays) }),
    save: saveCoveragePolicy,
  });
  return (
    <RecordForm state={state} labels={labels}>
      <TextInput label={labels.flaggedAfterDays} inputMode="numeric" {...form.getInputProps('flaggedAfterDays')} />
    </RecordForm>
  );
}
