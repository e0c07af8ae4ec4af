'use client';

import { NativeSelect } from '@mantine/core';
import Link from 'next/link';
import { useState } from 'react';
import { allowNetwork, type NetworkValues } from '#app/admin/registrars/actions.ts';
import { ActionForm, goTo, unchanged, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { Done } from '#components/admin/forms/FormOutcome.tsx';
import { Instant } from '#components/admin/Instant.tsx';
import type { AllowOutcome } from '#flows/access/networks.ts';
import { counted } from '#lib/counted.ts';
import { fieldWords } from '#lib/words/fields.ts';
import { Card } from './Card.tsx';
import styles from './overview.module.css';

interface RefusedCaller {
  readonly address: string;
  readonly count: number;
  readonly lastAt: number;
}

interface RefusedCardProps {
  /** Those that were refused, the latest first. */
  readonly callers: readonly RefusedCaller[];
  /** Those to choose from; none for people who may not allow. */
  readonly registrars: readonly { readonly id: number; readonly name: string }[];
}

const rest = { note: '', validFrom: '', validUntil: '', typedNetwork: '', confirmedOverlaps: '' };

/**
 * The callers of the registry that were refused last, and a form that allows one for a registrar; what has to be confirmed
 * is asked on its own screen. The headline names the caller that the form is about, also when a refreshed page has others.
 */
export function RefusedCard({ callers, registrars }: RefusedCardProps) {
  const [allowed, setAllowed] = useState<readonly string[]>([]);
  const { form, ...state } = useActionForm<NetworkValues, AllowOutcome>(
    { registrarId: 0, network: callers[0]?.address ?? '', ...rest },
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
  const { network: chosen, registrarId } = form.values;
  const addresses = new Set([chosen, ...callers.map(({ address }) => address)]);
  const left = [...addresses].filter((address) => address !== '' && !allowed.includes(address));
  const last = allowed.at(-1);
  const done = last === undefined ? undefined : `${last} is allowed. It takes effect on every server within a second.`;
  return (
    <Card title="Refused by the registry today" figure={chosen || counted(left.length, 'caller')}>
      <ul className={styles.list}>
        {callers.map(({ address, count, lastAt }) => (
          <li key={address}>
            {address}: {counted(count, 'request')}, the last <Instant at={lastAt} />
          </li>
        ))}
      </ul>
      {left.length === 0 && <Done sentence={done} />}
      {left.length > 0 && registrars.length > 0 && (
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
            value={String(registrarId)}
            onChange={(event) => form.setFieldValue('registrarId', Number(event.currentTarget.value))}
            error={form.errors.registrarId}
          />
        </ActionForm>
      )}
      <Link href="/admin/usage?api=registry#refused" prefetch={false}>
        All refused callers
      </Link>
    </Card>
  );
}
