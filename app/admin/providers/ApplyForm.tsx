'use client';

import { Button, Checkbox, Stack } from '@mantine/core';
import { useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { counted } from '#lib/counted.ts';
import { applyProvider } from './actions.ts';
import type { ApplyValues } from './forms.ts';

interface ApplyFormProps {
  readonly id: number;
  /** How many published offers have another name, address and wholesale value than the provider. */
  readonly differences: { readonly name: number; readonly url: number; readonly wholesale: number };
  readonly hasUrl: boolean;
  /** Of the page with the form. */
  readonly revision: number;
}

/** Starts the job that makes a version whose published offers have the provider's current details. */
export function ApplyForm({ id, differences, hasUrl, revision }: ApplyFormProps) {
  const begin: ApplyValues = { fields: [] };
  const { form, sentence, isPending, submit } = useActionForm(
    begin,
    (values) => applyProvider(id, values, revision),
    (jobId) => goTo(`/admin/jobs/${jobId}`),
  );
  const { name, url, wholesale } = differences;
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
        <p>{`${offersWith(name)} another name. The name is always applied.`}</p>
        <Checkbox.Group label="Also apply, whatever the file said" {...form.getInputProps('fields')}>
          <Stack gap="xs" mt="xs">
            <Checkbox
              value="url"
              disabled={!hasUrl}
              label={
                hasUrl ? `The web address (${offersWith(url)} another one)` : 'The web address: this provider has none'
              }
            />
            <Checkbox value="wholesale" label={`The wholesale value (${offersWith(wholesale)} another one)`} />
          </Stack>
        </Checkbox.Group>
        <div>
          <Button type="submit" variant="default" loading={isPending}>
            Make version
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const offersWith = (count: number) => `${counted(count, 'published offer')} ${count === 1 ? 'has' : 'have'}`;
