'use client';

import { Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { ActionForm } from '#components/admin/forms/ActionForm.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { registrarPerSecond } from '#lib/access/limit/policy.ts';
import { approveNetworks } from './actions.ts';
import type { ApproveNetworksValues } from './forms.ts';

interface ApproveNetworksProps {
  readonly id: number;
  readonly revision: number;
  readonly registrars: readonly { readonly id: number; readonly name: string }[];
  /** The registrar that is proposed: one of those, or the name of a new one. */
  readonly proposed: { readonly registrarId: string; readonly newRegistrar: string };
}

/** Allows the networks of a request, for a registrar that exists or a new one. */
export function ApproveNetworksForm({ id, revision, registrars, proposed }: ApproveNetworksProps) {
  const values: ApproveNetworksValues = { ...proposed, perSecond: '', areOverlapsConfirmed: false };
  const { form, ...state } = useActionForm(values, (typed) => approveNetworks(id, typed, { revision }));
  const choices = registrars.map(({ id: value, name }) => ({ value: String(value), label: name }));
  return (
    <ActionForm state={state} label="Allow the networks">
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <NativeSelect
          label="Registrar"
          data={[{ value: '', label: 'A new one' }, ...choices]}
          {...form.getInputProps('registrarId')}
        />
        {form.values.registrarId === '' && (
          <TextInput label="Name of the new registrar" autoComplete="off" {...form.getInputProps('newRegistrar')} />
        )}
        {form.values.registrarId === '' && (
          <TextInput
            label="Limit, requests a second"
            description={`Empty: the default, ${registrarPerSecond}.`}
            inputMode="numeric"
            autoComplete="off"
            {...form.getInputProps('perSecond')}
          />
        )}
      </SimpleGrid>
      <Checkbox
        label="Allow them even though they overlap networks of other registrars"
        {...form.getInputProps('areOverlapsConfirmed', { type: 'checkbox' })}
      />
    </ActionForm>
  );
}
