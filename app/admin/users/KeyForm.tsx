'use client';

import { useState } from 'react';
import { ActionForm } from '#components/admin/forms/ActionForm.tsx';
import { useActionForm } from '#components/admin/forms/use-action-form.ts';
import { Stage } from '#components/admin/Stage.tsx';
import type { IssuedKey } from '#flows/access/keys.ts';
import { changeKey, issueKey } from './actions.ts';
import type { KeyValues } from './forms.ts';
import { IssuedKeyCard } from './IssuedKeyCard.tsx';
import { TermFields } from './TermFields.tsx';

const noTerms: KeyValues = { label: '', expiresAt: '', perSecond: '', perDay: '', origins: '' };

/** Issues a key to a user and shows its text once. */
export function IssueKeyForm({ userId }: { readonly userId: number }) {
  const [issued, setIssued] = useState<IssuedKey>();
  const { form, ...state } = useActionForm<KeyValues, IssuedKey>(
    noTerms,
    (values) => issueKey(userId, values),
    (key) => {
      setIssued(key);
      form.setValues(noTerms);
    },
  );
  return (
    <Stage name={issued === undefined ? 'form' : 'key'}>
      {issued === undefined ? (
        <ActionForm state={state} label="Issue the key">
          <TermFields form={form} />
        </ActionForm>
      ) : (
        <IssuedKeyCard text={issued.text} onClose={() => setIssued(undefined)} />
      )}
    </Stage>
  );
}

/** Changes the terms of a key. */
export function KeyTermsForm({ id, values }: { readonly id: number; readonly values: KeyValues }) {
  const [done, setDone] = useState<string>();
  const { form, ...state } = useActionForm<KeyValues, void>(
    values,
    (typed) => changeKey(id, typed),
    () => setDone('Saved. It takes effect on every server within a second.'),
  );
  return (
    <ActionForm state={state} label="Save" done={done} onChange={() => setDone(undefined)}>
      <TermFields form={form} />
    </ActionForm>
  );
}
