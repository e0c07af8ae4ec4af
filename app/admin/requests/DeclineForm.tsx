'use client';

import { Textarea } from '@mantine/core';
import { ActionForm } from '#components/admin/forms/ActionForm.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { declineRequest } from './actions.ts';

/** Declines a request, with a reason for whoever asked. */
export function DeclineForm({ id, revision }: { readonly id: number; readonly revision: number }) {
  const { form, ...state } = useActionForm({ reason: '' }, ({ reason }) => declineRequest(id, reason, { revision }));
  return (
    <ActionForm state={state} label="Decline" variant="default">
      <Textarea
        label="Reason"
        description="It is mailed as it is."
        autosize
        minRows={3}
        {...form.getInputProps('reason')}
      />
    </ActionForm>
  );
}
