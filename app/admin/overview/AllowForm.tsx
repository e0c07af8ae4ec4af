'use client';

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { allowNetwork, type NetworkValues } from '#app/admin/registrars/actions.ts';
import { ActionForm, goTo, unchanged, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { Done } from '#components/admin/forms/FormOutcome.tsx';
import type { AllowOutcome } from '#flows/access/networks.ts';
import { fieldWords } from '#lib/words/fields.ts';

interface AllowFormProps {
  /** Those that were refused, the latest first. */
  readonly addresses: readonly string[];
  readonly registrars: readonly { readonly id: number; readonly name: string }[];
}

const rest = { note: '', validFrom: '', validUntil: '', typedNetwork: '', confirmedOverlaps: '' };

/** Allows a refused address for a registrar, which must be chosen; what has to be confirmed is asked on its own screen. */
export function AllowForm({ addresses, registrars }: AllowFormProps) {
  const [allowed, setAllowed] = useState<readonly string[]>([]);
  const left = addresses.filter((address) => !allowed.includes(address));
  const { form, ...state } = useActionForm<NetworkValues, AllowOutcome>(
    { registrarId: 0, network: addresses[0] ?? '', ...rest },
    async (values) => {
      const missing = (['registrarId', 'network'] as const).filter((field) => !values[field]);
      const fields = Object.fromEntries(missing.map((field) => [field, fieldWords['not-a-choice']()]));
      return missing.length === 0 ? await allowNetwork(values) : { ok: false, sentence: fieldWords.fields(), fields };
    },
    (answer): unknown => {
      const { network } = form.values;
      if (answer.outcome === 'needs-confirmation') {
        return goTo(`/admin/registrars/allow?address=${encodeURIComponent(network)}`);
      }
      setAllowed([...allowed, network]);
      // the next one is not let in for the same registrar by one more click
      const others = left.filter((address) => address !== network);
      form.setValues({ registrarId: 0, network: others.length === 1 ? (others[0] ?? '') : '' });
      // a refreshed page would not have the address, nor this sentence
      return unchanged;
    },
  );
  const last = allowed.at(-1);
  const done = last === undefined ? undefined : `${last} is allowed. It takes effect on every server within a second.`;
  if (left.length === 0) return <Done sentence={done} />;
  return (
    <ActionForm state={state} label="Allow" done={done}>
      {left.length > 1 && (
        <NativeSelect
          label="Address"
          data={[{ value: '', label: 'Choose' }, ...left]}
          {...form.getInputProps('network')}
        />
      )}
      <NativeSelect
        label={`Registrar${left.length === 1 ? ` of ${left[0]}` : ''}`}
        data={[
          { value: '0', label: 'Choose' },
          ...registrars.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={String(form.values.registrarId)}
        onChange={(event) => form.setFieldValue('registrarId', Number(event.currentTarget.value))}
        error={form.errors.registrarId}
      />
    </ActionForm>
  );
}
