'use client';

import { Button, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { ActionForm } from '#components/admin/forms/ActionForm.tsx';
import { Caution } from '#components/admin/forms/Caution.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import type { AllowOutcome } from '#flows/access/networks.ts';
import { allowNetwork } from './actions.ts';
import type { NetworkValues } from './forms.ts';
import { OverlapList } from './OverlapList.tsx';
import { PeriodFields } from './PeriodFields.tsx';

interface NetworkFormProps {
  /** The registrars to choose from, or the only one. */
  readonly registrars: readonly { readonly id: number; readonly name: string }[];
  /** The initial value of the field. */
  readonly network?: string;
}

type Question = Extract<AllowOutcome, { outcome: 'needs-confirmation' }>;

/** Allows one address or network. */
export function NetworkForm({ registrars, network = '' }: NetworkFormProps) {
  const [question, setQuestion] = useState<Question>();
  const [done, setDone] = useState<string>();
  const values = { registrarId: registrars[0]?.id ?? 0, network, note: '', validFrom: '', validUntil: '' };
  const { form, suggestions, ...state } = useActionForm<NetworkValues, AllowOutcome>(
    { ...values, ...unconfirmed },
    allowNetwork,
    (answer) => {
      if (answer.outcome === 'needs-confirmation') return setQuestion(answer);
      setQuestion(undefined);
      setDone(`${answer.networks[0]} is allowed. It takes effect on every server within a second.`);
      form.setValues({ ...values, registrarId: form.values.registrarId, network: '', ...unconfirmed });
    },
  );
  const changeNetwork = (text: string) => {
    // a confirmation was for the network as it was then
    setQuestion(undefined);
    setDone(undefined);
    form.clearFieldError('network');
    form.setValues({ network: text, ...unconfirmed });
  };
  return (
    <ActionForm state={state} label="Allow" done={done}>
      {registrars.length > 1 && (
        <NativeSelect
          label="Registrar"
          data={registrars.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={String(form.values.registrarId)}
          onChange={(event) => form.setFieldValue('registrarId', Number(event.currentTarget.value))}
        />
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NetworkField
          value={form.values.network}
          error={form.errors.network}
          suggestion={suggestions.network}
          onChange={changeNetwork}
        />
        <TextInput label="Note" autoComplete="off" {...form.getInputProps('note')} />
      </SimpleGrid>
      <PeriodFields from={form.getInputProps('validFrom')} until={form.getInputProps('validUntil')} />
      {question !== undefined && <Confirmation question={question} form={form} />}
    </ActionForm>
  );
}

const unconfirmed = { typedNetwork: '', confirmedOverlaps: '' };

interface ConfirmationProps {
  readonly question: Question;
  readonly form: UseFormReturnType<NetworkValues>;
}

function Confirmation({ question: { network, isVeryLarge, overlaps }, form }: ConfirmationProps) {
  return (
    <Caution>
      {isVeryLarge && (
        <TextInput
          label={`Type ${network} to allow so many addresses`}
          description="This network is very large: requests from anywhere in it would count as this registrar’s."
          autoComplete="off"
          {...form.getInputProps('typedNetwork')}
        />
      )}
      {overlaps.length > 0 && (
        <OverlapList
          overlaps={overlaps}
          label="Allow it anyway"
          isConfirmed={form.values.confirmedOverlaps !== ''}
          onConfirm={(isConfirmed) => form.setFieldValue('confirmedOverlaps', isConfirmed ? network : '')}
        />
      )}
    </Caution>
  );
}

interface NetworkFieldProps {
  readonly value: string;
  readonly error: ReactNode;
  /** The network that was probably meant, when the value is refused. */
  readonly suggestion: string | undefined;
  readonly onChange: (text: string) => void;
}

function NetworkField({ value, error, suggestion, onChange }: NetworkFieldProps) {
  return (
    <Stack gap="xs" align="flex-start">
      <TextInput
        w="100%"
        label="Address or network"
        placeholder="192.0.2.7, 192.0.2.0/24 or 2001:db8::/48"
        required
        autoComplete="off"
        spellCheck={false}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {error !== undefined && suggestion !== undefined && (
        <Button variant="light" size="xs" onClick={() => onChange(suggestion)}>
          Use {suggestion}
        </Button>
      )}
    </Stack>
  );
}
