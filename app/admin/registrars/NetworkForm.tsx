'use client';
import { Button, Checkbox, NativeSelect, SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { ActionForm, useActionForm } from '#components/admin/forms/ActionForm.tsx';
import { Caution } from '#components/admin/forms/Caution.tsx';
import { ConfirmButton } from '#components/admin/forms/ConfirmButton.tsx';
import { DateInput } from '#components/admin/forms/DateInput.tsx';
import { RecordForm, useRecordForm } from '#components/admin/forms/RecordForm.tsx';
import type { AllowOutcome, networkFields, Overlap } from '#flows/access/networks.ts';
import { maxLines } from '#lib/access/written-network.ts';
import type { Opened } from '#lib/editing/merge-fields.ts';
import { timeField } from '#lib/time/typed-time.ts';
import { allowNetwork, allowPasted, changeNetwork, type NetworkValues, removeNetwork } from './actions.ts';
import styles from './NetworkForm.module.css';

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
        placeholder="Such as 192.0.2.0/24 or 2001:db8::/48"
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

type EntryFields = ReturnType<typeof networkFields>;

const empty = { note: '', validFrom: '', validUntil: '' };
const labels = { note: 'Note', validFrom: 'Valid from', validUntil: 'Valid until' };

/** Changes an entry's note and period; another network needs another entry. */
export function EntryForm({ id, opened }: { readonly id: number; readonly opened: Opened<EntryFields> }) {
  const { form, state } = useRecordForm<typeof empty, EntryFields>({
    opened,
    empty,
    valuesOf: ({ note, validFrom, validUntil }) => ({
      note,
      validFrom: timeField(validFrom),
      validUntil: timeField(validUntil),
    }),
    save: (changed, seen) => changeNetwork(id, changed, seen),
  });
  return (
    <RecordForm state={state} labels={labels} savedWords="Saved. It takes effect on every server within a second.">
      <TextInput label={labels.note} autoComplete="off" {...form.getInputProps('note')} />
      <PeriodFields from={form.getInputProps('validFrom')} until={form.getInputProps('validUntil')} />
    </RecordForm>
  );
}

type Field = Omit<ComponentProps<typeof DateInput>, 'label'>;

/** The period in which an entry is valid. */
function PeriodFields({ from, until }: { readonly from: Field; readonly until: Field }) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <DateInput withTime label="Valid from" description="New Zealand time. Empty: now." {...from} />
      <DateInput withTime label="Valid until" description="New Zealand time. Empty: no end." {...until} />
    </SimpleGrid>
  );
}

interface OverlapListProps {
  readonly overlaps: readonly Overlap[];
  /** The label of the checkbox that confirms them. */
  readonly label: string;
  readonly isConfirmed: boolean;
  readonly onConfirm: (isConfirmed: boolean) => void;
}

/** The networks that share addresses with those of other registrars, what that means (R11), and a checkbox to confirm. */
export function OverlapList({ overlaps, label, isConfirmed, onConfirm }: OverlapListProps) {
  return (
    <>
      <div>
        <p>
          Other registrars already have some of these addresses. For those, the longer prefix decides who the caller is:
        </p>
        <ul className={styles.list}>
          {overlaps.map(({ network, other, registrar }) => (
            <li key={`${network} ${other}`}>
              {network} overlaps with {other} of {registrar}
            </li>
          ))}
        </ul>
      </div>
      <Checkbox label={label} checked={isConfirmed} onChange={(event) => onConfirm(event.currentTarget.checked)} />
    </>
  );
}

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

interface RemoveNetworkProps {
  readonly id: number;
  readonly network: string;
  /** Of the page with the button. */
  readonly revision: number;
}

export function RemoveNetworkButton({ id, network, revision }: RemoveNetworkProps) {
  return (
    <ConfirmButton
      label="Remove"
      description={`Remove ${network}`}
      question={`Remove ${network}?`}
      detail="Callers from it are refused within a second, unless another entry contains their address."
      action={() => removeNetwork(id, revision)}
    />
  );
}
