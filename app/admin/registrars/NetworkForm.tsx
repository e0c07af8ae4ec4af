'use client';

import { Button, Group, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Caution } from '#components/admin/forms/Caution.tsx';
import { Done } from '#components/admin/forms/Done.tsx';
import { FormError } from '#components/admin/forms/FormError.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import type { AllowOutcome } from '#flows/access/networks.ts';
import { allowNetwork } from './actions.ts';
import type { NetworkValues } from './forms.ts';
import { OverlapList } from './OverlapList.tsx';
import { PeriodFields } from './PeriodFields.tsx';

interface NetworkFormProps {
  /** Whose network it will be; several to choose from, or the one. */
  readonly registrars: readonly { readonly id: number; readonly name: string }[];
  /** What the field holds at first. */
  readonly network?: string;
}

type Question = Extract<AllowOutcome, { outcome: 'asks' }>;

/** Allows one address or network. */
export function NetworkForm({ registrars, network = '' }: NetworkFormProps) {
  const [question, setQuestion] = useState<Question>();
  const [done, setDone] = useState<string>();
  const values = { registrarId: registrars[0]?.id ?? 0, network, note: '', validFrom: '', validUntil: '' };
  const { form, sentence, suggestions, isPending, submit } = useActionForm<NetworkValues, AllowOutcome>(
    { ...values, typed: '', seenOverlaps: '' },
    allowNetwork,
    (answer) => {
      if (answer.outcome === 'asks') return setQuestion(answer);
      setQuestion(undefined);
      setDone(`${answer.networks[0]} is allowed. It counts on every server within a second.`);
      form.setValues({ ...values, registrarId: form.values.registrarId, network: '', typed: '', seenOverlaps: '' });
    },
  );
  const suggestion = form.errors.network === undefined ? undefined : suggestions.network;
  const changeNetwork = (text: string) => {
    // a confirmation is for the network as it was then
    setQuestion(undefined);
    setDone(undefined);
    form.clearFieldError('network');
    form.setValues({ network: text, typed: '', seenOverlaps: '' });
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack maw="42rem">
        <FormError sentence={sentence} />
        {registrars.length > 1 && (
          <NativeSelect
            label="Registrar"
            data={registrars.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={String(form.values.registrarId)}
            onChange={(event) => form.setFieldValue('registrarId', Number(event.currentTarget.value))}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Stack gap="xs" align="flex-start">
            <TextInput
              w="100%"
              label="Address or network"
              placeholder="192.0.2.7, 192.0.2.0/24 or 2001:db8::/48"
              required
              autoComplete="off"
              spellCheck={false}
              value={form.values.network}
              error={form.errors.network}
              onChange={(event) => changeNetwork(event.currentTarget.value)}
            />
            {suggestion !== undefined && (
              <Button variant="light" size="xs" onClick={() => changeNetwork(suggestion)}>
                Use {suggestion}
              </Button>
            )}
          </Stack>
          <TextInput label="Note" autoComplete="off" {...form.getInputProps('note')} />
        </SimpleGrid>
        <PeriodFields from={form.getInputProps('validFrom')} until={form.getInputProps('validUntil')} />
        {question !== undefined && (
          <Caution>
            {question.isVeryLarge && (
              <TextInput
                label={`Type ${question.network} to allow so many addresses`}
                description="This network is very large: everybody in it could ask as this registrar."
                autoComplete="off"
                {...form.getInputProps('typed')}
              />
            )}
            {question.overlaps.length > 0 && (
              <OverlapList
                overlaps={question.overlaps}
                label="Allow it all the same"
                isSeen={form.values.seenOverlaps !== ''}
                onSeen={(isSeen) => form.setFieldValue('seenOverlaps', isSeen ? question.network : '')}
              />
            )}
          </Caution>
        )}
        <Group>
          <Button type="submit" loading={isPending}>
            Allow
          </Button>
          <Done sentence={done} />
        </Group>
      </Stack>
    </form>
  );
}
