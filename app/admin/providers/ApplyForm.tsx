'use client';

import { Button, Checkbox, Stack } from '@mantine/core';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { goTo } from '#components/admin/forms/go-to.ts';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { applyProvider } from './actions.ts';
import type { ApplyValues } from './forms.ts';

interface ApplyFormProps {
  readonly id: number;
  /** How many published offers carry another name, address and wholesale value than the provider has now. */
  readonly differences: { readonly name: number; readonly url: number; readonly wholesale: number };
  readonly hasUrl: boolean;
}

/** Has a version made in which the published offers carry what is said of the provider now. */
export function ApplyForm({ id, differences, hasUrl }: ApplyFormProps) {
  const begin: ApplyValues = { fields: [] };
  const { form, sentence, isPending, submit } = useActionForm(
    begin,
    (values) => applyProvider(id, values),
    (work) => goTo(`/admin/work/${work}`),
  );
  const { name, url, wholesale } = differences;
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
        <p>{`${carrying(name)} another name. The name is always applied.`}</p>
        <Checkbox.Group label="Apply as well, whatever a file said" {...form.getInputProps('fields')}>
          <Stack gap="xs" mt="xs">
            <Checkbox
              value="url"
              disabled={!hasUrl}
              label={hasUrl ? `The address (${carrying(url)} another one)` : 'The address: none is given above'}
            />
            <Checkbox value="wholesale" label={`The wholesale value (${carrying(wholesale)} another one)`} />
          </Stack>
        </Checkbox.Group>
        <div>
          <Button type="submit" variant="default" loading={isPending}>
            Make the version
          </Button>
        </div>
      </Stack>
    </form>
  );
}

const carrying = (count: number) =>
  count === 1 ? '1 published offer carries' : `${count.toLocaleString('en-NZ')} published offers carry`;
