'use client';

import type { KeyValues } from '#app/admin/users/forms.ts';
import { TermFields } from '#app/admin/users/TermFields.tsx';
import { ActionForm } from '#components/admin/forms/ActionForm.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { keyScopes } from '#lib/access/keys/scopes.ts';
import { approveKey } from './actions.ts';

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
  const { form, ...state } = useActionForm(values, (typed) => approveKey(id, typed, { revision }));
  return (
    <ActionForm state={state} label="Approve">
      <TermFields form={form} />
    </ActionForm>
  );
}
