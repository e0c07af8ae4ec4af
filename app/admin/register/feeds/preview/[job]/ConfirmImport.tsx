'use client';

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { importFeed } from '#app/admin/register/feeds/actions.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { counted } from '#lib/counted.ts';

interface ConfirmImportProps {
  readonly comparison: number;
  /** How many names a full file lacks, and how many it may, if it lacks too many. */
  readonly tooMany: { readonly absent: number; readonly allowed: number } | undefined;
}

/** Imports a compared file. For a file that lacks too many names, their number must be typed first. */
export function ConfirmImport({ comparison, tooMany }: ConfirmImportProps) {
  const { form, sentence, isPending, submit } = useActionForm({ comparison, typed: '' }, importFeed, (job) =>
    goTo(`/admin/work/${job}`),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        {tooMany === undefined ? (
          <Text>All changes take effect at the same instant, and the import can be undone.</Text>
        ) : (
          <>
            <Text>
              The file lacks {counted(tooMany.absent, 'name that is', 'names that are')} in the register; a full file
              may lack {tooMany.allowed.toLocaleString('en-NZ')}. It may be incomplete. No name becomes available
              because it is missing once.
            </Text>
            <TextInput
              label={`If the file is complete, type ${tooMany.absent} to import it`}
              autoComplete="off"
              inputMode="numeric"
              maw="20rem"
              {...form.getInputProps('typed')}
            />
          </>
        )}
        <div>
          <Button type="submit" loading={isPending}>
            Import the file
          </Button>
        </div>
      </Stack>
    </form>
  );
}
