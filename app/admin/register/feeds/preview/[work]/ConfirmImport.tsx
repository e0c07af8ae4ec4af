'use client';

import { Button, Stack, Text, TextInput } from '@mantine/core';
import { importFeed } from '#app/admin/register/feeds/actions.ts';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';

interface ConfirmImportProps {
  readonly preview: number;
  /** How many names a full file lacks, and how many it may, when it lacks too many. */
  readonly tooMany: { readonly absent: number; readonly allowed: number } | undefined;
}

/** Imports what was compared; a file that lacks very many names asks for their number first. */
export function ConfirmImport({ preview, tooMany }: ConfirmImportProps) {
  const { form, sentence, isPending, submit } = useActionForm({ preview, typed: '' }, importFeed, (work) =>
    goTo(`/admin/work/${work}`),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="46rem">
        <FormError sentence={sentence} />
        {tooMany === undefined ? (
          <Text>All of it becomes visible at one instant, and can be taken back.</Text>
        ) : (
          <>
            <Text>
              The file lacks {tooMany.absent.toLocaleString('en-NZ')} names that stand in the register; a full file may
              lack {tooMany.allowed.toLocaleString('en-NZ')}. Perhaps it was cut short. Even so, no name becomes free by
              being missing once.
            </Text>
            <TextInput
              label={`If the file is whole, type ${tooMany.absent} to go on`}
              autoComplete="off"
              inputMode="numeric"
              maw="20rem"
              {...form.getInputProps('typed')}
            />
          </>
        )}
        <div>
          <Button type="submit" loading={isPending}>
            Import it
          </Button>
        </div>
      </Stack>
    </form>
  );
}
