'use client';

import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { saveReport } from './actions.ts';
import type { ReportValues } from './forms.ts';
import { stateWords } from './state-words.ts';

/** What staff found out about a report. */
export function ReportForm({ id, values }: { readonly id: number; readonly values: ReportValues }) {
  const [isSaved, setSaved] = useState(false);
  const { form, sentence, isPending, submit } = useActionForm<ReportValues, undefined>(
    values,
    (typed) => saveReport(id, typed),
    () => setSaved(true),
  );
  return (
    <form onSubmit={submit} onChange={() => setSaved(false)} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
        <NativeSelect
          label="State"
          data={Object.entries(stateWords).map(([value, label]) => ({ value, label }))}
          {...form.getInputProps('state')}
        />
        <Textarea
          label="Note"
          description="For staff only. What was found out, and what was done."
          autosize
          minRows={3}
          {...form.getInputProps('note')}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
          <Done sentence={isSaved ? 'Saved.' : undefined} />
        </Group>
      </Stack>
    </form>
  );
}
