'use client';

import { Button, Group, TextInput } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { saveCoveragePolicy } from './actions.ts';

/** The age after which layers are flagged as old. */
export function PolicyForm({ flaggedAfterDays }: { readonly flaggedAfterDays: number }) {
  const { form, sentence, isPending, submit } = useActionForm(
    { flaggedAfterDays: String(flaggedAfterDays) },
    saveCoveragePolicy,
  );
  return (
    <form onSubmit={submit} noValidate>
      <FormError sentence={sentence} />
      <Group align="flex-end">
        <TextInput
          label="Flag layers older than (days)"
          inputMode="numeric"
          {...form.getInputProps('flaggedAfterDays')}
        />
        <Button type="submit" variant="default" loading={isPending}>
          Save
        </Button>
      </Group>
    </form>
  );
}
