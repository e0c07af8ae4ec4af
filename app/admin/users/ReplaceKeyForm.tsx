'use client';

import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { IssuedKey } from '#db/key-changes.ts';
import { FormError } from '../../../components/admin/FormError.tsx';
import { Instant } from '../../../components/admin/Instant.tsx';
import { useActionForm } from '../../../components/admin/use-action-form.ts';
import { swapKey } from './actions.ts';
import { graces } from './forms.ts';
import { IssuedKeyCard } from './IssuedKeyCard.tsx';

type Swapped = IssuedKey & { readonly oldEndsAt: number };

interface ReplaceKeyFormProps {
  readonly id: number;
  readonly prefix: string;
  /** The old key's end, which the new one gets unless another is chosen. */
  readonly expiresAt: string;
}

/** A new key now, on the same terms; the old one ends after a grace. */
export function ReplaceKeyForm({ id, prefix, expiresAt }: ReplaceKeyFormProps) {
  const [swapped, setSwapped] = useState<Swapped>();
  const values = { id, grace: '7d', expiresAt };
  const { form, sentence, isPending, submit } = useActionForm<typeof values, Swapped>(values, swapKey, setSwapped);
  if (swapped !== undefined) {
    return (
      <IssuedKeyCard text={swapped.text} onClose={() => setSwapped(undefined)}>
        <p>
          The old key, {prefix}…, ends: <Instant at={swapped.oldEndsAt} />.
        </p>
      </IssuedKeyCard>
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="42rem">
        <FormError sentence={sentence} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NativeSelect
            label="The old key"
            description="How long both work."
            data={graces.map(({ value, label }) => ({ value, label }))}
            {...form.getInputProps('grace')}
          />
          <TextInput
            type="datetime-local"
            label="The new key expires"
            description="New Zealand time. Empty: never."
            {...form.getInputProps('expiresAt')}
          />
        </SimpleGrid>
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            Replace the key
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
