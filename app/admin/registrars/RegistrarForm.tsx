'use client';

import { Button, Checkbox, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { addRegistrar, saveRegistrar } from './actions.ts';
import type { RegistrarValues } from './forms.ts';

interface RegistrarFormProps {
  /** The registrar that is changed; a new one is made without it. */
  readonly id?: number;
  readonly values: RegistrarValues;
}

/** What staff say about a registrar. */
export function RegistrarForm({ id, values }: RegistrarFormProps) {
  const router = useRouter();
  const [isSaved, setSaved] = useState(false);
  const action = async (typed: RegistrarValues) =>
    id === undefined ? await addRegistrar(typed) : await saveRegistrar(id, typed);
  const { form, sentence, isPending, submit } = useActionForm<RegistrarValues, number | undefined>(
    values,
    action,
    (made) => {
      setSaved(true);
      if (made !== undefined) router.push(`/admin/registrars/${made}`);
    },
  );
  return (
    <form onSubmit={submit} onChange={() => setSaved(false)} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
        <TextInput label="Name" required autoComplete="off" {...form.getInputProps('name')} />
        <TextInput
          label="Contact e-mail"
          description="Whom to write to when something changes for them."
          type="email"
          autoComplete="off"
          {...form.getInputProps('contactEmail')}
        />
        <TextInput
          label="Limit, requests a second"
          description="Empty: the default, 50."
          inputMode="numeric"
          autoComplete="off"
          {...form.getInputProps('perSecond')}
        />
        <Textarea label="Note" autosize minRows={2} {...form.getInputProps('note')} />
        <Checkbox
          label="Enabled"
          description="While it is not, none of its networks lets anybody in."
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <Group>
          <Button type="submit" loading={isPending}>
            {id === undefined ? 'Add the registrar' : 'Save'}
          </Button>
          <Done
            sentence={isSaved && id !== undefined ? 'Saved. It counts on every server within a second.' : undefined}
          />
        </Group>
      </Stack>
    </form>
  );
}
