'use client';
import { Button, Checkbox, Group, NativeSelect, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { KeyValues } from '#app/admin/users/actions.ts';
import { TermFields } from '#app/admin/users/KeyForm.tsx';
import { CopyText } from '#components/admin/CopyText.tsx';
import { ActionForm, ask, useActionForm, usePending } from '#components/admin/forms/ActionForm.tsx';
import { FormError } from '#components/admin/forms/FormOutcome.tsx';
import { confirmDone } from '#components/admin/shell/Confirmation.tsx';
import { keyScopes } from '#lib/access/keys/scopes.ts';
import { registrarPerSecond } from '#lib/access/limit/policy.ts';
import { type ApproveNetworksValues, approveKey, approveNetworks, declineRequest, showLink } from './actions.ts';

interface ApproveKeyProps {
  readonly id: number;
  /** Of the page with the form. */
  readonly revision: number;
  /** What is proposed. */
  readonly label: string;
  readonly expiresAt: string;
}

/** Approves a key, on terms. */
export function ApproveKeyForm({ id, revision, label, expiresAt }: ApproveKeyProps) {
  const values: KeyValues = { label, expiresAt, perSecond: '', perDay: '', origins: '', scopes: [...keyScopes] };
  const { form, ...state } = useActionForm(
    values,
    (typed) => approveKey(id, typed, { revision }),
    () => confirmDone('The request is approved.'),
  );
  return (
    <ActionForm state={state} label="Approve">
      <TermFields form={form} />
    </ActionForm>
  );
}

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
  const { form, ...state } = useActionForm(
    values,
    (typed) => approveNetworks(id, typed, { revision }),
    () => confirmDone('The networks are allowed.'),
  );
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

interface DeclineFormProps {
  readonly id: number;
  readonly revision: number;
  /** Whether the reason is mailed; if not, staff pass it on. */
  readonly isMailSet: boolean;
}

/** Declines a request, with a reason for whoever asked. */
export function DeclineForm({ id, revision, isMailSet }: DeclineFormProps) {
  const { form, ...state } = useActionForm(
    { reason: '' },
    ({ reason }) => declineRequest(id, reason, { revision }),
    () => confirmDone('The request is declined.'),
  );
  return (
    <ActionForm state={state} label="Decline" variant="default">
      <Textarea
        label="Reason"
        description={isMailSet ? 'It is mailed as it is.' : 'Whoever asked sees it on their page, but is not mailed.'}
        autosize
        minRows={3}
        {...form.getInputProps('reason')}
      />
    </ActionForm>
  );
}

/** Shows a link that could not be mailed, to be passed on. */
export function PassOnButton({ link, whose }: { readonly link: string; readonly whose: string }) {
  const [shown, setShown] = useState<string>();
  const [sentence, setSentence] = useState<string>();
  const [isPending, start] = usePending();
  const show = () =>
    start(async () => {
      const result = await ask(() => showLink(link));
      if (result.ok) setShown(result.value);
      else setSentence(result.sentence);
    });
  if (shown !== undefined) {
    return (
      <Group align="flex-end">
        <TextInput
          label={`Link for ${whose}`}
          value={shown}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
        />
        <CopyText text={shown} label="Copy the link" />
      </Group>
    );
  }
  return (
    <>
      <FormError sentence={sentence} />
      <Button variant="default" loading={isPending} onClick={show} aria-label={`Show the link for ${whose}`}>
        Show the link
      </Button>
    </>
  );
}
