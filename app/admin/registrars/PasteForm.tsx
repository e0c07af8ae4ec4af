'use client';

import { NativeSelect, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ActionForm, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { Caution } from '#components/admin/forms/Caution.tsx';
import type { AllowOutcome, Overlap } from '#flows/access/networks.ts';
import { maxLines } from '#lib/access/written-network.ts';
import { allowPasted } from './actions.ts';
import { OverlapList } from './NetworkForm.tsx';
import styles from './PasteForm.module.css';

interface PasteFormProps {
  /** The registrars to choose from, or the only one. */
  readonly registrars: readonly { readonly id: number; readonly name: string }[];
  /** The initial value of the field. */
  readonly lines?: string;
}

/** Allows many networks at once, all or none. */
export function PasteForm({ registrars, lines = '' }: PasteFormProps) {
  const [overlaps, setOverlaps] = useState<readonly Overlap[]>([]);
  const [done, setDone] = useState<string>();
  const empty = { registrarId: registrars[0]?.id ?? 0, lines: '', areOverlapsConfirmed: false };
  const first = { ...empty, lines };
  const { form, ...state } = useActionForm<typeof empty, AllowOutcome>(first, allowPasted, (answer) => {
    if (answer.outcome === 'needs-confirmation') return setOverlaps(answer.overlaps);
    const count = answer.networks.length;
    setOverlaps([]);
    setDone(count === 1 ? '1 network is allowed.' : `${count.toLocaleString('en-NZ')} networks are allowed.`);
    form.setValues({ ...empty, registrarId: form.values.registrarId });
  });
  return (
    <ActionForm state={state} label="Allow all of them" variant="default" done={done}>
      {registrars.length > 1 && (
        <NativeSelect
          label="Registrar"
          data={registrars.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(form.values.registrarId)}
          onChange={(event) => {
            setOverlaps([]);
            form.setValues({ registrarId: Number(event.currentTarget.value), areOverlapsConfirmed: false });
          }}
        />
      )}
      <Textarea
        label="Networks"
        description={`One per line, at most ${maxLines.toLocaleString('en-NZ')}; each may be followed by a note. All are added, or none.`}
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
    </ActionForm>
  );
}
