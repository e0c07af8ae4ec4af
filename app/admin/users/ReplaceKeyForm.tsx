'use client';

import { NativeSelect, SimpleGrid } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { ActionForm } from '#components/admin/forms/ActionForm.tsx';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { unchanged, useActionForm } from '#components/admin/forms/use-action-form.ts';
import { Instant } from '#components/admin/Instant.tsx';
import { Stage } from '#components/admin/Stage.tsx';
import type { ReplacementKey } from '#flows/access/keys.ts';
import { replaceKey } from './actions.ts';
import { IssuedKeyCard } from './IssuedKeyCard.tsx';
import { keyOverlaps } from './key-overlaps.ts';

interface ReplaceKeyFormProps {
  readonly id: number;
  readonly prefix: string;
  /** When the old key expires: the default for the new one. */
  readonly expiresAt: string;
  /** Of the page with the form. */
  readonly revision: number;
}

/** Issues a new key on the same terms; the old key ends after a while. */
export function ReplaceKeyForm({ id, prefix, expiresAt, revision }: ReplaceKeyFormProps) {
  const [replacement, setReplacement] = useState<ReplacementKey>();
  const router = useRouter();
  const close = () => {
    setReplacement(undefined);
    router.refresh();
  };
  const values = { id, overlapMs: '7d', expiresAt };
  const { form, ...state } = useActionForm<typeof values, ReplacementKey>(
    values,
    (typed) => replaceKey(typed, revision),
    (issued) => {
      setReplacement(issued);
      // a refreshed page has no such form for a key that has ended, and so would lose the text of the new one
      return unchanged;
    },
  );
  if (replacement !== undefined) {
    return (
      <Stage name="key">
        <IssuedKeyCard text={replacement.text} onClose={close}>
          <p>
            The old key, {prefix}…, ends: <Instant at={replacement.oldEndsAt} />.
          </p>
        </IssuedKeyCard>
      </Stage>
    );
  }
  return (
    <Stage name="form">
      <ActionForm state={state} label="Replace the key" variant="default">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <NativeSelect
            label="The old key"
            description="How long both keys work."
            data={keyOverlaps.map(({ value, label }) => ({ value, label }))}
            {...form.getInputProps('overlapMs')}
          />
          <DateInput
            withTime
            label="The new key expires"
            description="New Zealand time. Empty: never."
            {...form.getInputProps('expiresAt')}
          />
        </SimpleGrid>
      </ActionForm>
    </Stage>
  );
}
