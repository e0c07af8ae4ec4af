'use client';

import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { saveListed } from './actions.ts';
import type { ListedValues } from './forms.ts';
import { ListedFields } from './ListedFields.tsx';

/** Changes what the list says of a name. */
export function ChangeListedForm({ values }: { readonly values: ListedValues }) {
  const [isSaved, setSaved] = useState(false);
  const { form, sentence, isPending, submit } = useActionForm<ListedValues, string>({ ...values }, saveListed, () =>
    setSaved(true),
  );
  return (
    <form onSubmit={submit} onChange={() => setSaved(false)} noValidate>
      <Stack maw="42rem">
        <FormError sentence={form.errors.name ?? sentence} />
        <ListedFields status={form.getInputProps('status')} reason={form.getInputProps('reason')} />
        <Group>
          <Button type="submit" loading={isPending}>
            Save
          </Button>
          <Done sentence={isSaved ? 'Saved. The API uses it at once.' : undefined} />
        </Group>
      </Stack>
    </form>
  );
}
