'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
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
  const [isSaved, setSaved] = useState(false);
  const { form, sentence, isPending, submit } = useActionForm({ ...values }, changeNetwork, () => setSaved(true));
  return (
    <form onSubmit={submit} onChange={() => setSaved(false)} noValidate>
      <Stack maw="42rem">
        <FormError sentence={sentence} />
        <TextInput label="Note" autoComplete="off" {...form.getInputProps('note')} />
        <PeriodFields from={form.getInputProps('validFrom')} until={form.getInputProps('validUntil')} />
        <Group>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
          <Done sentence={isSaved ? 'Saved. It takes effect on every server within a second.' : undefined} />
        </Group>
      </Stack>
    </form>
  );
}
