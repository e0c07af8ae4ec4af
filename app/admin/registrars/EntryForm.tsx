'use client';

import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { ActionForm } from '#components/admin/forms/ActionForm.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { changeNetwork } from './actions.ts';
import { PeriodFields } from './PeriodFields.tsx';

interface EntryFormProps {
  readonly values: {
    readonly id: number;
    readonly note: string;
    readonly validFrom: string;
    readonly validUntil: string;
  };
}

/** Changes an entry's note and period; another network needs another entry. */
export function EntryForm({ values }: EntryFormProps) {
  const [done, setDone] = useState<string>();
  const { form, ...state } = useActionForm({ ...values }, changeNetwork, () =>
    setDone('Saved. It takes effect on every server within a second.'),
  );
  return (
    <ActionForm state={state} label="Save" done={done} onChange={() => setDone(undefined)}>
      <TextInput label="Note" autoComplete="off" {...form.getInputProps('note')} />
      <PeriodFields from={form.getInputProps('validFrom')} until={form.getInputProps('validUntil')} />
    </ActionForm>
  );
}
