'use client';

import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { Caution } from '#components/admin/forms/Caution.tsx';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import type { AllowOutcome, Overlap } from '#flows/access/networks.ts';
import { maxLines } from '#lib/access/network-lines.ts';
import { allowPasted } from './actions.ts';
import { OverlapList } from './OverlapList.tsx';
import styles from './PasteForm.module.css';

/** Allows many networks at once, all or none. */
export function PasteForm({ registrarId }: { readonly registrarId: number }) {
  const [overlaps, setOverlaps] = useState<readonly Overlap[]>([]);
  const [done, setDone] = useState<string>();
  const empty = { registrarId, lines: '', areOverlapsConfirmed: false };
  const { form, sentence, isPending, submit } = useActionForm<typeof empty, AllowOutcome>(
    empty,
    allowPasted,
    (answer) => {
      if (answer.outcome === 'needs-confirmation') return setOverlaps(answer.overlaps);
      const count = answer.networks.length;
      setOverlaps([]);
      setDone(count === 1 ? '1 network is allowed.' : `${count.toLocaleString('en-NZ')} networks are allowed.`);
      form.setValues(empty);
    },
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="42rem">
        <FormError sentence={sentence} />
        <Textarea
          label="Networks"
          description={`One a line, at most ${maxLines.toLocaleString('en-NZ')}; each may be followed by a note. All are added, or none.`}
          placeholder={'192.0.2.0/24 Auckland office\n2001:db8:7::/48'}
          autosize
          minRows={4}
          maxRows={16}
          autoComplete="off"
          spellCheck={false}
          classNames={{ error: styles.lines }}
          {...form.getInputProps('lines')}
          onChange={(event) => {
            setOverlaps([]);
            setDone(undefined);
            form.setValues({ lines: event.currentTarget.value, areOverlapsConfirmed: false });
          }}
        />
        {overlaps.length > 0 && (
          <Caution>
            <OverlapList
              overlaps={overlaps}
              label="Allow them anyway"
              isConfirmed={form.values.areOverlapsConfirmed}
              onConfirm={(isConfirmed) => form.setFieldValue('areOverlapsConfirmed', isConfirmed)}
            />
          </Caution>
        )}
        <Group>
          <Button type="submit" variant="default" loading={isPending}>
            Allow all of them
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}
