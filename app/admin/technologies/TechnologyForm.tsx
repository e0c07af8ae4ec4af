'use client';

import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Done } from '../../../components/admin/Done.tsx';
import { FormError } from '../../../components/admin/FormError.tsx';
import { useActionForm } from '../../../components/admin/use-action-form.ts';
import { addTechnology, saveTechnology } from './actions.ts';
import type { NewTechnologyValues } from './forms.ts';

interface TechnologyFormProps {
  /** The technology that is changed; a new one is made without it. */
  readonly id?: number;
  readonly values: NewTechnologyValues;
}

/** What staff say about a technology. */
export function TechnologyForm({ id, values }: TechnologyFormProps) {
  const router = useRouter();
  const [isSaved, setSaved] = useState(false);
  const { form, sentence, isPending, submit } = useActionForm<NewTechnologyValues, number | undefined>(
    values,
    async (typed) => (id === undefined ? await addTechnology(typed) : await saveTechnology(id, typed)),
    (made) => {
      setSaved(true);
      if (made !== undefined) router.push('/admin/technologies');
    },
  );
  return (
    <form onSubmit={submit} onChange={() => setSaved(false)} noValidate>
      <Stack maw="36rem">
        <FormError sentence={sentence} />
        <TextInput
          label="Name"
          description="As answers have it, within a second on every server."
          required
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Nominal maximum, Mbps"
          description="Where nobody offers it, answers are ordered by this speed."
          required
          inputMode="decimal"
          autoComplete="off"
          {...form.getInputProps('nominalMaxMbps')}
        />
        <TextInput
          label="Colour"
          description="On maps, as #rrggbb. Empty: the default of its number, chosen to stay apart for colour-blind eyes."
          autoComplete="off"
          {...form.getInputProps('colour')}
        />
        {id === undefined && (
          <TextInput
            label="Number of its tile layer (set_id)"
            description="Empty: the next one. It never changes, and is never given out twice."
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('setId')}
          />
        )}
        <Group>
          <Button type="submit" loading={isPending}>
            {id === undefined ? 'Add the technology' : 'Save'}
          </Button>
          <Done sentence={isSaved && id !== undefined ? 'Saved. Answers have it within a second.' : undefined} />
        </Group>
      </Stack>
    </form>
  );
}
