'use client';

import { Button, Group, NativeSelect, SimpleGrid, Stack } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { unchanged, useActionForm } from '#components/admin/forms/use-action-form.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { Stage } from '#components/admin/Stage.tsx';
import type { IssuedKey } from '#flows/access/keys.ts';
import { swapKey } from './actions.ts';
import { graces } from './graces.ts';
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
  const router = useRouter();
  const close = () => {
    setSwapped(undefined);
    router.refresh();
  };
  const values = { id, graceMs: '7d', expiresAt };
  const { form, sentence, isPending, submit } = useActionForm<typeof values, Swapped>(values, swapKey, (made) => {
    setSwapped(made);
    // a page that is brought up to date has no such form for a key that ended at once, nor the text of the new one
    return unchanged;
  });
  if (swapped !== undefined) {
    return (
      <Stage name="key">
        <IssuedKeyCard text={swapped.text} onClose={close}>
          <p>
            The old key, {prefix}…, ends: <Instant at={swapped.oldEndsAt} />.
          </p>
        </IssuedKeyCard>
      </Stage>
    );
  }
  return (
    <Stage name="form">
      <form onSubmit={submit} noValidate>
        <Stack maw="42rem">
          <FormError sentence={sentence} />
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NativeSelect
              label="The old key"
              description="How long both work."
              data={graces.map(({ value, label }) => ({ value, label }))}
              {...form.getInputProps('graceMs')}
            />
            <DateInput
              withTime
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
    </Stage>
  );
}
